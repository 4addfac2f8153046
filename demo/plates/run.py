"""Renders the pictures that have changed: python3 demo/plates/run.py [NAME ...] [--preview DIR] [--accept] [--jobs N].

A picture's key is a hash of its table row and of the source of all parts that the row uses. A picture counts as
rendered at the requested size and samples or better. An interrupted run is continued by the next run. Needs Blender,
python3-numpy, python3-scipy and node."""
import argparse
import ast
import hashlib
import json
import math
import os
import queue
import shutil
import subprocess
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
OUT, FILM = os.path.join(ROOT, 'restaurant', 'pictures'), os.path.join(ROOT, 'demo', 'films', 'poses')
RECORD = os.path.join(HERE, 'rendered.json')
sys.path.insert(0, HERE)
from table import PICTURES  # noqa: E402

# FIRST has the pictures that customers open first. SHARED is part of every picture's key.
FIRST = ['grills', 'combo', 'extra-sides', 'nigerian-soups', 'breakfast', 'category', 'slide', 'hero', 'suya', 'peppersoup', 'shawarma', 'fisherman-delight', 'pizza']
# LARGE has the pictures that fill half a wide screen or more. The others are shown in cards.
LARGE = {'hero', 'farm-hero', 'slide', 'category', 'party-jollof-bowl', 'fried-rice-bowl', 'ofada-bowl', 'grilled-chicken-combo', 'island-sharing-platter',
         'grilled-croaker', 'grilled-catfish', 'quarter-grilled-chicken', 'half-grilled-chicken', 'asun', 'ribeye-steak', 'mixed-grill-platter', 'peppered-gizzard',
         'beef-suya', 'chicken-suya', 'suya-platter', 'chicken-shawarma', 'mixed-shawarma', 'egusi-soup', 'efo-riro', 'ogbono-soup', 'goat-meat-pepper-soup', 'catfish-pepper-soup',
         'fishermans-platter', 'grilled-jumbo-prawns', 'full-lagos-breakfast', 'jollof-spaghetti', 'margherita', 'suya-pizza'}
SHARED = ('build', 'Stage', 'surface', 'glass', 'shoot', 'develop')


def functions():
    """Returns the top-level functions, classes and constants of the kit: name -> (source, names that it mentions)."""
    found = {}
    paths = [os.path.join(HERE, f) for f in ('noise.py', 'mesh.py', 'stage.py', 'scene.py', 'studio.py', 'develop.py')]
    paths += sorted(os.path.join(HERE, 'parts', f) for f in os.listdir(os.path.join(HERE, 'parts')) if f.endswith('.py'))
    for path in paths:
        with open(path) as file:
            text = file.read()
        for node in ast.parse(text).body:
            names = [t.id for t in node.targets if isinstance(t, ast.Name)] if isinstance(node, ast.Assign) else [getattr(node, 'name', '')]
            mentioned = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)} | {n.value for n in ast.walk(node) if isinstance(n, ast.Constant) and isinstance(n.value, str)}
            for name in names:
                found[name] = (ast.dump(node), mentioned - {name})
    return found


# Tables by kind. A dish depends on its own entry of a table only.
TABLES = ('PROTOS', 'FRUIT', 'SAUCES', 'BROTHS', 'CHUNKS', 'LAYERS', 'FILLINGS', 'TOPS', 'RICE', 'STRANDS', 'SUYA', 'MATERIALS', 'CAMERAS', 'PATTIES', 'GLASSES', 'BOTTLES', 'KINDS', 'COATS', 'SWALLOWS', 'FRIED', 'MEATS', 'BASES', 'FRIES')


def entries():
    """Returns (table, key) -> source of the entry."""
    out = {}
    for folder, files in ((HERE, ('studio.py', 'scene.py')), (os.path.join(HERE, 'parts'), sorted(os.listdir(os.path.join(HERE, 'parts'))))):
        for name in files:
            if not name.endswith('.py'):
                continue
            with open(os.path.join(folder, name)) as file:
                tree = ast.parse(file.read())
            for node in tree.body:
                if isinstance(node, ast.Assign) and getattr(node.targets[0], 'id', '') in TABLES and isinstance(node.value, ast.Dict):
                    for key, value in zip(node.value.keys, node.value.values):
                        out[node.targets[0].id, getattr(key, 'value', '')] = ast.dump(value)
    return out


def keys():
    known, rows = functions(), entries()
    memo = {}

    def reach(name):
        if name not in memo:
            memo[name] = set()
            todo, seen = [name], set()
            while todo:
                n = todo.pop()
                if n in seen or n not in known:
                    continue
                seen.add(n)
                if n not in TABLES:
                    todo += [m for m in known[n][1] if m in known]
            memo[name] = seen
        return memo[name]
    result = {}
    for name, picture in PICTURES.items():
        data = json.dumps({k: v for k, v in picture.items() if k != 'category'}, sort_keys=True)
        used = set().union(*(reach(n) for n in SHARED))
        for group in ('ground', 'ware', 'base', 'pieces', 'garnish'):
            for part, _ in picture[group]:
                used |= reach(part)
        text = data + ''.join(known[n][0] for n in sorted(used) if n not in TABLES)
        text += ''.join(source for (table, key), source in sorted(rows.items()) if table in used and f'"{key}"' in data)
        result[name] = hashlib.sha256(text.encode()).hexdigest()[:16]
    return result


def record():
    if os.path.exists(RECORD):
        with open(RECORD) as file:
            return json.load(file)
    return {}


def path(name):
    """Returns the path of a picture. Pictures that only a film uses are outside of the restaurant's folder."""
    return os.path.join(FILM if PICTURES[name]['category'] == 'film' else OUT, name + '.avif')


def save(done):
    with open(RECORD + '.part', 'w') as file:
        json.dump(dict(sorted(done.items())), file, indent=2)
        file.write('\n')
    os.replace(RECORD + '.part', RECORD)


class Worker:
    """A Blender process that renders one picture after another."""

    def __init__(self, folder, log):
        # Blender takes the first Python library in PATH, which must be the system's, because it has numpy.
        path = os.path.dirname(shutil.which('blender') or sys.exit('Blender is missing (Debian: apt-get install blender python3-numpy python3-scipy).'))
        self.process = subprocess.Popen(['nice', '-n', '19', 'blender', '-b', '--factory-startup', '-P', os.path.join(HERE, 'worker.py'), '--', '--out', folder],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True, env={**os.environ, 'PATH': path + os.pathsep + os.environ['PATH']})

    def render(self, name, size, samples):
        """Returns the CPU seconds, or None if the part failed or Blender ended."""
        try:
            self.process.stdin.write(f'{name} {size} {samples}\n')
            self.process.stdin.flush()
        except BrokenPipeError:
            return None
        for line in self.process.stdout:
            if line.startswith(f'done {name} '):
                return [float(n) for n in line.split()[2:]]
            if line.startswith(f'failed {name}'):
                return None
        return None

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def rank(name):
    category = PICTURES[name]['category']
    return FIRST.index(category) if category in FIRST else len(FIRST)


def is_large(name):
    return name in LARGE or PICTURES[name]['category'] in LARGE


def main():
    options = argparse.ArgumentParser(description='Renders the pictures that have changed.')
    options.add_argument('names', nargs='*', help='pictures or categories; none means all')
    options.add_argument('--preview', help='writes small PNG files to this folder and records nothing')
    options.add_argument('--accept', action='store_true', help='records the pictures as they are as up to date')
    options.add_argument('--force', action='store_true', help='renders what has not changed as well')
    options.add_argument('--jobs', type=int, default=2)
    options.add_argument('--size', default=None)
    options.add_argument('--samples', type=int, default=None)
    args = options.parse_args()
    unknown = [n for n in args.names if n not in PICTURES and not any(r['category'] == n for r in PICTURES.values())]
    if unknown:
        sys.exit(f'Unknown pictures: {", ".join(unknown)}')
    wanted = [n for n in PICTURES if not args.names or n in args.names or PICTURES[n]['category'] in args.names]
    key, done = keys(), record()
    if args.accept:
        done.update({n: dict(done.get(n, {}), key=key[n]) for n in wanted if os.path.exists(path(n))})
        return save(done)

    def quality(name):
        """Returns the size of a picture, and its samples a pixel."""
        size, samples = ('240x180', 8) if args.preview else ('1600x1200', 6) if is_large(name) else ('640x480', 16)
        return args.size or size, args.samples or samples

    def effort(name):
        size, samples = quality(name)
        return math.prod(int(n) for n in size.split('x')) * samples

    if not args.preview and not args.force:
        wanted = [n for n in wanted if done.get(n, {}).get('key') != key[n] or done[n].get('effort', 0) < effort(n) or not os.path.exists(path(n))]
    wanted.sort(key=rank)
    if not wanted:
        return print('All pictures are up to date.')
    for made in (OUT, FILM):
        os.makedirs(made, exist_ok=True)
    folder = args.preview or tempfile.mkdtemp(prefix='plates-')
    os.makedirs(folder, exist_ok=True)
    todo, lock, started, count = queue.Queue(), threading.Lock(), time.time(), [0, 0]
    for name in wanted:
        todo.put(name)

    def work():
        with open(os.path.join(folder, f'worker-{threading.get_ident()}.log'), 'w') as log:
            worker = Worker(folder, log)
            while True:
                try:
                    name = todo.get_nowait()
                except queue.Empty:
                    break
                cost = worker.render(name, *quality(name))
                if cost and not args.preview and not encode(folder, name):
                    cost = None
                with lock:
                    finish(name, cost)
                if worker.process.poll() is not None:
                    worker = Worker(folder, log)
            worker.close()

    def finish(name, cost):
        count[0] += 1
        count[1] += not cost
        if cost and not args.preview:
            # Another run may have recorded pictures during this rendering.
            fresh = record()
            fresh[name] = dict(key=key[name], effort=effort(name), cpu=cost[0])
            save(fresh)
        left = (time.time() - started) / count[0] * (len(wanted) - count[0])
        print(f'{count[0]}/{len(wanted)}  {name}  {"failed" if not cost else f"{cost[0]} CPU s (build {cost[1]}, render {cost[2]})"}  {left / 60:.0f} min left', flush=True)

    threads = [threading.Thread(target=work) for _ in range(args.jobs)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    if count[1]:
        sys.exit(f'{count[1]} pictures failed; the logs are in {folder}')


def encode(folder, name):
    """Writes the picture's AVIF. Returns False if node or sharp failed."""
    png = os.path.join(folder, name + '.png')
    ended = subprocess.run(['node', os.path.join(HERE, 'encode.mjs'), png, path(name)], cwd=ROOT)
    os.remove(png)
    return ended.returncode == 0


if __name__ == '__main__':
    main()
