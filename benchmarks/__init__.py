"""
How fast toolgate is, beside what one would use instead.

Scripts, not tests: see README.md. `python -m benchmarks` first.
"""
