"""Machine code from lowered rules, by LLVM: an extra, `native`. `choice` says whether there is any."""
