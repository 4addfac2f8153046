import {
  between,
  dice,
  fade,
  fraction,
  glow,
  layer,
  mix,
  pen,
  ramp,
  some,
  swell,
  turn,
  vignette,
  within,
} from './paint.ts'
import type { Layer, Scene, Stage } from './stage.ts'

/** Sixteen poses of one pen, in which heads turn and a gust of wind passes (`pen` in demo/plates/table/farm.py). */
const poses = some(16, (index) => `pen-${String(index).padStart(2, '0')}.avif`)

/** Heads that move independently: the place in pixels of 720 x 540, and a path of seconds and pose numbers. */
const heads = [
  // Two rams look towards the camera.
  {
    x: 168,
    y: 186,
    wide: 336,
    high: 220,
    path: [
      [0, 0],
      [1.1, 1.5],
      [1.9, 0.5],
      [3.3, 14],
      [4.1, 15],
      [5, 13.6],
      [5.6, 14.6],
      [7.2, 1],
      [8, 0],
    ],
  },
  // The black animal eats, looks up, and goes on eating.
  {
    x: 646,
    y: 286,
    wide: 200,
    high: 280,
    path: [
      [0, 1],
      [0.5, 4],
      [1, 0.5],
      [1.5, 3.5],
      [2.1, 0.5],
      [2.6, 3],
      [4, 14.5],
      [4.7, 13.2],
      [5.3, 15],
      [6.6, 2],
      [7.1, 0],
      [7.6, 3],
      [8, 1],
    ],
  },
] as const

/** Gusts in one loop. */
const gusts = 2

/**
 * A morning in the pen: rendered poses that fade into each other, with dust and light. The last frame leads into the
 * first.
 */
export const penAtEpe: Scene = { poses, poster: 4.2, begin }

function begin({ canvas, width, height, picture }: Stage) {
  const frames = poses.map((file) =>
    layer(width, height, (under) => under.drawImage(picture(file), 0, 0, width, height)),
  )
  const [still] = frames as [Layer]
  const windy = cutOut(frames, paintMoving(frames))
  const looking = heads.map(({ x, y, wide, high, path }) => ({
    path,
    poses: cutOut(frames, paintRound(width, height, { x, y, wide, high })),
  }))
  const grass = paintGrass()
  const corners = vignette(width, height, 0.4)
  const sun = glow(512, [
    [0, '#ffdf9c78'],
    [0.35, '#ffb85e26'],
    [1, '#ff9a3c00'],
  ])
  const mote = glow(32, [
    [0, '#fff8dcff'],
    [0.3, '#ffe9a855'],
    [1, '#ffd98a00'],
  ])
  const roll = dice(3)
  const motes = some(34, () => ({
    x: between(roll, 0, width),
    y: between(roll, 130, 520),
    phase: roll(),
    size: between(roll, 3, 9),
    drift: between(roll, 20, 70),
  }))
  const birds = some(5, (index) => ({
    y: 38 + 10 * Math.abs(index - 1.6),
    behind: 19 * Math.abs(index - 1.6),
    phase: index * 0.23,
  }))

  return (seconds: number, length: number) => {
    const time = seconds / length
    const sway = Math.sin(turn * time)
    const closer = 1.035 - 0.015 * Math.cos(turn * time)
    canvas.globalAlpha = 1
    canvas.globalCompositeOperation = 'source-over'

    /** Draws one plane of depth. A nearer plane moves more with the camera. */
    const plane = (near: number, paint: () => void) =>
      within(canvas, () => {
        const zoom = 1 + (closer - 1) * near
        canvas.translate(width / 2 - sway * 5 * near, height * 0.6)
        canvas.scale(zoom, zoom)
        canvas.translate(-width / 2, -height * 0.6)
        paint()
      })

    plane(1, () => {
      canvas.drawImage(still, 0, 0)
      for (const bird of birds) drawBird(bird, time)
      drawPose(windy, fraction(gusts * time) * windy.length)
      for (const { path, poses } of looking) drawPose(poses, along(path, seconds))
    })

    plane(1.7, () => {
      for (const [index, tuft] of grass.entries()) {
        within(canvas, () => {
          canvas.translate(index * 50 - 20, height - 2)
          canvas.transform(1, 0, 0.1 * Math.sin(turn * (gusts * time - index * 0.13)), 1, 0, 0)
          canvas.drawImage(tuft, -45, -86)
        })
      }
    })

    // The low sun shines from the left and lights the dust.
    canvas.globalCompositeOperation = 'screen'
    canvas.globalAlpha = 0.75 + 0.25 * Math.sin(turn * (2 * time + 0.1))
    canvas.drawImage(sun, -330, -330, 820, 820)
    for (let index = 0; index < 4; index++) {
      within(canvas, () => {
        canvas.translate(-40, -30)
        canvas.rotate(-1.12 + index * 0.2 + 0.02 * Math.sin(turn * (time + index * 0.3)))
        canvas.globalAlpha = 0.2 + 0.1 * Math.sin(turn * (2 * time + index * 0.41))
        canvas.fillStyle = fade(
          canvas,
          [0, 40, 0, 720],
          [
            [0, '#ffd590'],
            [1, 'rgb(255 200 120 / 0)'],
          ],
        )
        canvas.filter = 'blur(6px)'
        canvas.beginPath()
        canvas.moveTo(-8, 0)
        canvas.lineTo(8, 0)
        canvas.lineTo(60 + index * 8, 720)
        canvas.lineTo(-60, 720)
        canvas.fill()
      })
    }
    canvas.globalCompositeOperation = 'lighter'
    for (const { x, y, phase, size, drift } of motes) {
      const age = fraction(time + phase)
      canvas.globalAlpha = 0.7 * swell(age) * (0.6 + 0.4 * Math.sin(turn * (3 * time + phase)))
      canvas.drawImage(mote, x + drift * (age - 0.5) + 6 * Math.sin(turn * (2 * age + phase)), y - 50 * age, size, size)
    }
    canvas.globalCompositeOperation = 'source-over'
    canvas.globalAlpha = 1
    canvas.drawImage(corners, 0, 0)
  }

  /** Draws a pose. Between two poses, draws the later pose over the earlier one, partly transparent. */
  function drawPose(poses: readonly Layer[], at: number): void {
    const first = Math.floor(at)
    for (const [pose, alpha] of [
      [poses[first % poses.length], 1],
      [poses[(first + 1) % poses.length], at - first],
    ] as const) {
      canvas.globalAlpha = alpha
      if (pose) canvas.drawImage(pose, 0, 0)
    }
    canvas.globalAlpha = 1
  }

  function drawBird({ y, behind, phase }: { y: number; behind: number; phase: number }, time: number): void {
    const x = mix(-120, width + 160, fraction(time + 0.4)) - behind
    const flap = Math.sin(turn * (14 * time + phase))
    const up = y - 22 * fraction(time + 0.4)
    canvas.strokeStyle = '#fff1d8c0'
    canvas.lineWidth = 1.8
    canvas.lineCap = 'round'
    canvas.beginPath()
    canvas.moveTo(x - 9, up - 5 * flap)
    canvas.quadraticCurveTo(x - 3, up - 2 - 2 * flap, x, up)
    canvas.quadraticCurveTo(x + 3, up - 2 - 2 * flap, x + 9, up - 5 * flap)
    canvas.stroke()
  }
}

/** Returns a path's value at a time in seconds, interpolated between its points. */
function along(path: readonly (readonly [second: number, value: number])[], seconds: number): number {
  const next = path.findIndex(([second]) => second > seconds)
  const [from, to] = [path[next - 1], path[next]]
  return from && to ? mix(from[1], to[1], ramp(seconds, from[0], to[0])) : 0
}

/** Returns the part of each pose that the mask covers. */
const cutOut = (frames: readonly Layer[], mask: Layer): Layer[] =>
  frames.map((frame) =>
    layer(frame.width, frame.height, (canvas) => {
      canvas.drawImage(frame, 0, 0)
      canvas.globalCompositeOperation = 'destination-in'
      canvas.drawImage(mask, 0, 0)
    }),
  )

/**
 * Returns a mask of the parts that differ between poses. Elsewhere the first pose stays, because the grain of the
 * renderings would flicker.
 */
function paintMoving(frames: readonly Layer[]): Layer {
  const [{ width, height }] = frames as [Layer]
  const least = new Uint8ClampedArray(width * height).fill(255)
  const most = new Uint8ClampedArray(width * height)
  for (const frame of frames.slice(1)) {
    const { data } = pen(frame).getImageData(0, 0, width, height)
    for (let at = 0; at < least.length; at++) {
      const green = data[4 * at + 1] ?? 0
      least[at] = Math.min(least[at] ?? 0, green)
      most[at] = Math.max(most[at] ?? 0, green)
    }
  }
  const moving = layer(width, height, (canvas) => {
    const pixels = canvas.createImageData(width, height)
    for (let at = 0; at < least.length; at++)
      pixels.data[4 * at + 3] = (most[at] ?? 0) - (least[at] ?? 0) > 22 ? 255 : 0
    canvas.putImageData(pixels, 0, 0)
  })
  return layer(width, height, (canvas) => {
    canvas.filter = 'blur(2px)'
    for (let again = 0; again < 3; again++) canvas.drawImage(moving, 0, 0)
  })
}

function paintRound(
  width: number,
  height: number,
  { x, y, wide, high }: { x: number; y: number; wide: number; high: number },
): Layer {
  const round = glow(256, [
    [0, '#000'],
    [0.86, '#000'],
    [1, '#0000'],
  ])
  return layer(width, height, (canvas) => canvas.drawImage(round, x - wide / 2, y - high / 2, wide, high))
}

/** Returns blades of grass close to the camera, out of focus. */
function paintGrass(): Layer[] {
  const roll = dice(41)
  return some(17, () =>
    layer(90, 100, (canvas) => {
      canvas.filter = 'blur(2px)'
      canvas.lineCap = 'round'
      for (let left = 0; left < 13; left++) {
        const x = between(roll, 24, 66)
        canvas.strokeStyle = ['#333f16', '#4a561f', '#6f6d2b', '#927f3a'][Math.floor(roll() * 4)] ?? '#333f16'
        canvas.lineWidth = between(roll, 2, 5)
        canvas.beginPath()
        canvas.moveTo(x, 100)
        canvas.quadraticCurveTo(x + between(roll, -6, 6), 60, x + between(roll, -24, 24), between(roll, 10, 60))
        canvas.stroke()
      }
    }),
  )
}
