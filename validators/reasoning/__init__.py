"""What can be known of rules without playing: ranges, flow, effects."""
