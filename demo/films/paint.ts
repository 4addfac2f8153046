import type { Layer } from './stage.ts'

/** The colours of the dark scheme in web/app/style.css. */
export const colour = {
  ground: '#17110e',
  raise: '#221814',
  raise2: '#2e211a',
  text: '#fff4e4',
  soft: '#cdb9a4',
  ember: '#ff6a2e',
  plantain: '#ffc043',
  leaf: '#62c98a',
  onPlantain: '#231712',
} as const

export const turn = Math.PI * 2

/**
 * Returns a generator of numbers from 0 up to 1 (mulberry32). The same seed gives the same numbers, so a film is the
 * same in each rendering.
 */
export function dice(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export const between = (roll: () => number, least: number, most: number) => least + (most - least) * roll()

export const some = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i))

/** Returns the part above the next lower integer, such as 0.75 for -0.25. */
export const fraction = (value: number) => value - Math.floor(value)

export const mix = (from: number, to: number, share: number) => from + (to - from) * share

/** Returns the position of `value` between `from` and `to`, clamped to 0 to 1. */
export const ramp = (value: number, from: number, to: number) => Math.min(1, Math.max(0, (value - from) / (to - from)))

/** Eases in and out. */
export const smooth = (share: number) => share * share * (3 - 2 * share)

/** Eases out. */
export const easeOut = (share: number) => 1 - (1 - share) ** 3

/** Eases out with an overshoot. */
export const easeOutBack = (share: number) => 1 + 2.4 * (share - 1) ** 3 + 1.4 * (share - 1) ** 2

/** Rises from 0 to 1 at half of the share, and falls back to 0. */
export const swell = (share: number) => Math.sin(Math.PI * Math.min(1, Math.max(0, share)))

/**
 * Returns a flicker of about 0 to 1. Its waves fit into the loop a whole number of times, so it repeats without a
 * jump.
 */
export const flicker = (time: number, phase: number) =>
  0.5 +
  0.22 * Math.sin(turn * (3 * time + phase)) +
  0.16 * Math.sin(turn * (7 * time + 2.3 * phase)) +
  0.12 * Math.sin(turn * (13 * time + 5.1 * phase))

export function layer(width: number, height: number, paint: (canvas: CanvasRenderingContext2D) => void): Layer {
  const made = document.createElement('canvas')
  made.width = Math.ceil(width)
  made.height = Math.ceil(height)
  paint(pen(made))
  return made
}

export function pen(on: Layer): CanvasRenderingContext2D {
  const canvas = on.getContext('2d')
  if (!canvas) throw new Error('This browser draws nothing.')
  canvas.imageSmoothingQuality = 'high'
  return canvas
}

/** Paints, and restores the canvas's settings such as position and scale. */
export function within(canvas: CanvasRenderingContext2D, paint: () => void): void {
  canvas.save()
  paint()
  canvas.restore()
}

export type Stops = readonly (readonly [at: number, colour: string])[]

export function fade(canvas: CanvasRenderingContext2D, line: readonly [number, number, number, number], stops: Stops) {
  const gradient = canvas.createLinearGradient(...line)
  for (const stop of stops) gradient.addColorStop(...stop)
  return gradient
}

/** Returns a round light, `size` pixels wide, that fades to nothing. */
export function glow(size: number, stops: Stops): Layer {
  return layer(size, size, (canvas) => {
    const half = size / 2
    const gradient = canvas.createRadialGradient(half, half, 0, half, half, half)
    for (const stop of stops) gradient.addColorStop(...stop)
    canvas.fillStyle = gradient
    canvas.fillRect(0, 0, size, size)
  })
}

/** Returns a wisp of smoke made of many soft rounds, because one round would look like a ball. */
export function wisp(size: number, seed: number, tint: string): Layer {
  const roll = dice(seed)
  const puff = glow(64, [
    [0, `${tint}66`],
    [0.5, `${tint}26`],
    [1, `${tint}00`],
  ])
  return layer(size, size, (canvas) => {
    for (let left = 0; left < 34; left++) {
      const away = between(roll, 0, 0.27) * size
      const angle = roll() * turn
      const wide = between(roll, 0.12, 0.4) * size
      canvas.globalAlpha = between(roll, 0.1, 0.5)
      canvas.drawImage(
        puff,
        size / 2 + Math.cos(angle) * away - wide / 2,
        size / 2 + Math.sin(angle) * away - wide / 2,
        wide,
        wide,
      )
    }
  })
}

/** Draws a layer around a point, `wide` pixels wide, turned by `degrees`, with its height scaled by `squash`. */
export function lay(
  canvas: CanvasRenderingContext2D,
  what: Layer,
  { x, y, wide, degrees = 0, squash = 1 }: { x: number; y: number; wide: number; degrees?: number; squash?: number },
): void {
  const high = (wide * what.height) / what.width
  within(canvas, () => {
    canvas.translate(x, y)
    canvas.rotate((degrees * Math.PI) / 180)
    canvas.scale(1 / Math.sqrt(squash), squash)
    canvas.drawImage(what, -wide / 2, -high / 2, wide, high)
  })
}

export function vignette(width: number, height: number, strength: number): Layer {
  return layer(width, height, (canvas) => {
    canvas.translate(width / 2, height / 2)
    canvas.scale(width / 2, height / 2)
    const gradient = canvas.createRadialGradient(0, 0, 0.55, 0, 0, 1.42)
    gradient.addColorStop(0, 'rgb(8 4 2 / 0)')
    gradient.addColorStop(1, `rgb(8 4 2 / ${strength})`)
    canvas.fillStyle = gradient
    canvas.fillRect(-1, -1, 2, 2)
  })
}
