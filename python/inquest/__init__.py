"""inquest says why a GPU program fails.

The command is `inquest PROGRAM`, or `python -m inquest PROGRAM`.  Reports that it wrote (`--format json -o FILE`) are read
by `inquest.report.load`.
"""
