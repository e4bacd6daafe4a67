"""Files and folders: finding rulesets, reading them, and naming their files in output."""
