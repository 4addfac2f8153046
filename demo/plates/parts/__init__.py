"""The parts of dishes. A function marked with @part puts itself on a stage, and the table names it by the function's
name."""


def part(f):
    f.is_part = True
    return f
