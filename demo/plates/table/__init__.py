"""The table of dishes. A row has ground, ware, base, pieces and garnish as parts with options, a camera and a seed."""
import importlib
import pkgutil


def p(name, **options):
    return name, options


def row(ware=(), base=(), pieces=(), garnish=(), camera='plate', ground='slate', seed=None):
    return dict(ground=[p('top', kind=ground)], ware=list(ware), base=list(base), pieces=list(pieces), garnish=list(garnish), camera=camera, seed=seed)


PICTURES = {}


def add(category, rows):
    for name, one in rows.items():
        assert name not in PICTURES, name
        PICTURES[name] = dict(one, category=category)


for module in pkgutil.iter_modules(__path__):
    importlib.import_module(f'table.{module.name}')
