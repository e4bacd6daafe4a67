"""Machine code from lowered rules, by LLVM: an extra, `native`. Everything here needs llvmlite, and nothing else imports it."""
