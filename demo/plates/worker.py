"""Runs inside Blender. Reads pictures from standard input, one a line as 'NAME WIDTHxHEIGHT SAMPLES', and answers 'done NAME SECONDS'
for each."""
import argparse
import os
import sys
import traceback
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import studio
import develop
from scene import build
from table import PICTURES

options = argparse.ArgumentParser()
options.add_argument('--out', required=True)
options.add_argument('--threads', type=int, default=1)
args = options.parse_args(sys.argv[sys.argv.index('--') + 1:])
answers = os.fdopen(os.dup(1), 'w')


def cpu():
    return sum(os.times()[:4])


def picture(name, size, samples):
    start = cpu()
    studio.reset()
    stage, camera = build(name, PICTURES[name])
    for m in stage.meshes:
        studio.put(m)
    exposure = camera.pop('exposure', 1.0)
    studio.shoot(**camera)
    built = cpu()
    passes = studio.render(f'{args.out}/{name}', tuple(int(n) for n in size.split('x')), int(samples), args.threads)
    rendered = cpu()
    studio.save_png(f'{args.out}/{name}.png', develop.develop(passes, exposure))
    print(f'done {name} {cpu() - start:.1f} {built - start:.1f} {rendered - built:.1f}', file=answers, flush=True)


for line in sys.stdin:
    try:
        picture(*line.split())
    except Exception:
        traceback.print_exc()
        print(f'failed {line.split()[0]}', file=answers, flush=True)
