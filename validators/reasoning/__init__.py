"""What can be told of rules without playing: ranges, flow, effects."""
