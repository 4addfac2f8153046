import {
  between,
  dice,
  flicker,
  fraction,
  glow,
  lay,
  layer,
  smooth,
  some,
  swell,
  turn,
  vignette,
  wisp,
  within,
} from './paint.ts'
import type { Layer, Scene, Stage } from './stage.ts'

const still = 'slide-night-grill.avif'

/**
 * Flares of the coals. `at` and `long` are time and duration as shares of the loop, `across` is the place as a share of
 * the picture's width.
 */
const flares = [
  { at: 0.24, across: 0.4, long: 0.13 },
  { at: 0.7, across: 0.72, long: 0.15 },
] as const

/**
 * The grill at night: a rendered picture with glowing coals, smoke and sparks. The last frame leads into the first.
 */
export const nightGrill: Scene = { pictures: [still], poster: 2.25, begin }

function begin({ canvas, width, height, picture }: Stage) {
  const grill = layer(width, height, (under) => under.drawImage(picture(still), 0, 0, width, height))
  const patches = paintHeat(grill)
  const embers = makeEmbers()
  const smoke = makeSmoke()
  const corners = vignette(width, height, 0.5)
  const haze = glow(512, [
    [0, '#ff7a344c'],
    [0.45, '#ff4a101c'],
    [1, '#ff3a0000'],
  ])

  return (seconds: number, length: number) => {
    const time = seconds / length
    const sway = Math.sin(turn * time)
    const closer = 1.05 - 0.02 * Math.cos(turn * time)
    const leap = Math.max(...flares.map(({ at, long }) => swell(fraction(time - at + 1) / long)))

    canvas.fillStyle = '#0d0908'
    canvas.fillRect(0, 0, width, height)

    /** Draws one plane of depth. A nearer plane moves more with the camera. */
    const plane = (near: number, paint: () => void) =>
      within(canvas, () => {
        const zoom = 1 + (closer - 1) * near
        canvas.translate(width / 2 + sway * 7 * near, height * 0.62)
        canvas.scale(zoom, zoom)
        canvas.translate(-width / 2, -height * 0.62)
        paint()
      })

    plane(1, () => {
      canvas.drawImage(grill, 0, 0)
      canvas.globalCompositeOperation = 'lighter'
      for (const { x, y, size, phase, across, hot } of patches) {
        // Wind moves the glow across the coals.
        const wind = 0.5 + 0.5 * Math.sin(turn * (2 * time - across * 1.3 + phase * 0.3))
        const near = Math.max(
          ...flares.map(
            ({ at, across: there, long }) =>
              swell(fraction(time - at + 1) / long) * Math.max(0, 1 - Math.abs(across - there) / 0.2),
          ),
        )
        canvas.globalAlpha = Math.min(1, Math.max(0, 0.5 * wind + 0.5 * (flicker(time, phase) - 0.5) + 0.6 * near))
        canvas.drawImage(hot, x - size / 2, y - size / 2)
      }
      canvas.globalAlpha = Math.min(1, 0.3 + 0.25 * flicker(time, 0.2) + 0.45 * leap)
      canvas.drawImage(haze, -80, 60, width + 160, 470)
    })

    plane(1.15, () => {
      canvas.globalCompositeOperation = 'screen'
      for (const puff of smoke) drawPuff(canvas, puff, time)
      canvas.globalCompositeOperation = 'lighter'
      for (const ember of embers) drawEmber(canvas, ember, time)
    })
    canvas.globalAlpha = 1
    canvas.drawImage(corners, 0, 0)
  }
}

type Patch = { x: number; y: number; size: number; phase: number; across: number; hot: Layer }

/** Cuts the glowing parts of the picture into soft rounds, which brighten one by one. */
function paintHeat(grill: Layer): Patch[] {
  const { width, height } = grill
  const glowing = layer(width, height, (canvas) => {
    canvas.drawImage(grill, 0, 0)
    const pixels = canvas.getImageData(0, 0, width, height)
    const { data } = pixels
    for (let at = 0; at < data.length; at += 4) {
      const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3)
      // Coals are far more red than blue; browned food is not.
      const heat = red > 140 && green < red * 0.86 ? Math.min(1, Math.max(0, (red - blue - 120) / 70)) : 0
      data[at + 3] = Math.round(255 * heat)
    }
    canvas.putImageData(pixels, 0, 0)
  })
  const roll = dice(21)
  const size = 200
  return some(30, (index) => {
    const across = (index % 6) / 5
    const x = width * across + between(roll, -30, 30)
    const y = height * (0.46 + 0.13 * Math.floor(index / 6)) + between(roll, -20, 20)
    const hot = layer(size, size, (canvas) => {
      canvas.filter = 'blur(3px)'
      canvas.drawImage(glowing, size / 2 - x, size / 2 - y)
      canvas.filter = 'none'
      canvas.drawImage(glowing, size / 2 - x, size / 2 - y)
      canvas.globalCompositeOperation = 'destination-in'
      canvas.drawImage(
        glow(size, [
          [0, '#ffffffff'],
          [0.5, '#ffffffa0'],
          [1, '#ffffff00'],
        ]),
        0,
        0,
      )
    })
    return { x, y, size, phase: roll() * 4, across, hot }
  })
}

type Ember = { x: number; often: number; phase: number; high: number; drift: number; curl: number; size: number }

let spark: Layer | undefined

function makeEmbers(): Ember[] {
  const roll = dice(99)
  return some(84, () => ({
    x: between(roll, 60, 660),
    often: roll() < 0.7 ? 1 : 2,
    phase: roll(),
    high: between(roll, 190, 440),
    drift: between(roll, -30, 90),
    curl: between(roll, 8, 30),
    size: between(roll, 1.2, 3.4),
  }))
}

function drawEmber(canvas: CanvasRenderingContext2D, ember: Ember, time: number): void {
  spark ??= glow(32, [
    [0, '#fff2c8ff'],
    [0.18, '#ffc060ff'],
    [0.42, '#ff6a2099'],
    [1, '#ff400000'],
  ])
  // The tail of a spark shows where the spark was a moment before.
  for (const [ago, strength] of [
    [0, 1],
    [0.006, 0.5],
    [0.012, 0.25],
  ] as const) {
    const age = fraction(time * ember.often + ember.phase - ago)
    const rise = age ** 0.85 * ember.high
    const x = ember.x + ember.drift * age * age + ember.curl * Math.sin(turn * (1.3 * age + ember.phase))
    const size = ember.size * 5.5 * (1 - 0.55 * age)
    const alive = Math.min(1, age * 10) * (1 - smooth(age)) * (0.6 + 0.4 * Math.sin(turn * (9 * age + ember.phase * 7)))
    canvas.globalAlpha = Math.max(0, alive * strength)
    canvas.drawImage(spark, x - size / 2, 410 - rise - size / 2, size, size)
  }
}

type Puff = { x: number; phase: number; wide: number; drift: number; spin: number; sprite: Layer }

function makeSmoke(): Puff[] {
  const roll = dice(64)
  const sprites = some(5, (index) => wisp(200, 300 + index, '#c8a890'))
  return some(22, (index) => ({
    x: between(roll, 90, 630),
    phase: (index + roll() * 0.6) / 22,
    wide: between(roll, 130, 240),
    drift: between(roll, 10, 120),
    spin: between(roll, -50, 50),
    sprite: sprites[index % 5] ?? wisp(200, 0, '#c8a890'),
  }))
}

function drawPuff(canvas: CanvasRenderingContext2D, puff: Puff, time: number): void {
  const age = fraction(time + puff.phase)
  const wide = puff.wide * (0.35 + 0.95 * age)
  canvas.globalAlpha = 0.5 * swell(age ** 0.6)
  lay(canvas, puff.sprite, {
    x: puff.x + puff.drift * age ** 1.5 + 14 * Math.sin(turn * (age + puff.phase)),
    y: 350 - 380 * age ** 0.9,
    wide,
    degrees: puff.spin * age,
  })
}
