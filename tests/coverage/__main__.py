"""python -m tests.coverage: how much of DALI's operators is here."""

from .compare import table

print(table())
