"""The command line tools: `headrace demo`, `headrace doctor`."""
