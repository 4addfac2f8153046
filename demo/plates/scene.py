"""Makes meshes on a stage, and a camera that frames them, from a row of the table."""
import importlib
import pkgutil
import zlib
import noise
import parts
from stage import Stage

# `elev` is in degrees above the table. 'flat' is for flat food, 'tall' for glasses and stacked food.
CAMERAS = {
    'plate': dict(elev=47), 'flat': dict(elev=56), 'low': dict(elev=36), 'stack': dict(elev=26, fill=1.3, fstop=3.5),
    'tall': dict(elev=22, fill=1.7, fstop=3.2), 'scene': dict(elev=34, fstop=3.2), 'night': dict(elev=26, fstop=2.4, key=.35, fill=.25, world=.05),
}
PARTS = {}
for module in pkgutil.iter_modules(parts.__path__):
    PARTS.update({k: f for k, f in vars(importlib.import_module(f'parts.{module.name}')).items() if getattr(f, 'is_part', False)})


def build(name, row):
    """Returns the stage of a row: ground, ware, base, pieces and garnish as lists of (part, options), camera and
    seed."""
    noise.seed(row.get('seed') or zlib.crc32(name.encode()))
    stage = Stage()
    for group in ('ground', 'ware', 'base', 'pieces', 'garnish'):
        for part, options in row.get(group, ()):
            PARTS[part](stage, **options)
    view = row.get('camera', 'plate')
    view = dict(view) if isinstance(view, dict) else dict(at=view)
    camera = {**dict(az=0, lens=72, room=.94), **CAMERAS[view.pop('at', 'plate')], **view}
    look, dist = stage.aim(camera['elev'], camera['az'], camera['lens'], camera.pop('room'))
    camera.update(look=tuple(look), dist=dist)
    return stage, camera
