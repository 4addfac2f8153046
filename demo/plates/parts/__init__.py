"""What dishes are made of. A function marked with @part puts itself on a stage; the table names it by its function's name."""


def part(f):
    f.is_part = True
    return f
