import {
  between,
  dice,
  fade,
  fraction,
  glow,
  lay,
  layer,
  lit,
  mix,
  shadowOf,
  some,
  swell,
  turn,
  vignette,
  within,
} from './paint.ts'
import type { Layer, Scene, Stage } from './stage.ts'

/** Pixels of 720 x 540: where the lagoon meets the land, and the rails behind the animals. */
const shore = 214
const railsAt = 262

/** Who stands in the pen, from the back to the front. `nods` a loop; the hungry ones nod more. */
const herd = [
  { piece: 'ram-right', facing: 1, x: 268, foot: 340, wide: 112, nods: 2, phase: 0.55 },
  { piece: 'ewe', facing: -1, x: 420, foot: 352, wide: 122, nods: 3, phase: 0.1 },
  { piece: 'brown-ram', facing: 1, x: 142, foot: 456, wide: 196, nods: 3, phase: 0.8 },
  { piece: 'ram', facing: -1, x: 560, foot: 470, wide: 218, nods: 2, phase: 0.3 },
] as const

/** A morning in the pen: one ram walks by, the others eat; it ends as it begins. */
export const penAtEpe: Scene = {
  pieces: [...herd.map(({ piece }) => piece), 'black-ram', 'hut', 'palm', 'cock', 'leafy'],
  poster: 4.4,
  begin,
}

function begin({ canvas, width, height, art }: Stage) {
  const sky = paintSky(width, height)
  const land = paintLand(width, height)
  const fence = paintRails(width + 240, 96, 15, '#8a5a34', '#5e3a20')
  const gate = paintRails(width + 260, 150, 24, '#6b4326', '#3a2212')
  const grass = paintGrass()
  const haze = vignette(width, height, 0.42)
  const morning = (piece: Parameters<Stage['art']>[0]) =>
    lit(art(piece), [
      [0, '#fff4dc'],
      [0.6, '#ffe6c0'],
      [1, '#d8a878'],
    ])
  const far = (piece: Parameters<Stage['art']>[0]) =>
    layer(art(piece).width, art(piece).height, (distant) => {
      distant.drawImage(morning(piece), 0, 0)
      // Air lies between.
      distant.globalCompositeOperation = 'source-atop'
      distant.fillStyle = 'rgb(255 214 150 / 0.34)'
      distant.fillRect(0, 0, 999, 999)
    })
  const animals = herd.map((one) => ({ ...one, ...cutOut(morning(one.piece)) }))
  const walker = cutOut(morning('black-ram'))
  const palm = far('palm')
  const hut = far('hut')
  const cock = morning('cock')
  const leaf = morning('leafy')
  const sun = glow(512, [
    [0, '#fffbe8ff'],
    [0.12, '#fff0c0ee'],
    [0.3, '#ffd98a66'],
    [1, '#ffb85000'],
  ])
  const mote = glow(32, [
    [0, '#fff8dcff'],
    [0.3, '#ffe9a855'],
    [1, '#ffd98a00'],
  ])
  const roll = dice(3)
  const motes = some(46, () => ({
    x: between(roll, 0, width),
    y: between(roll, 150, 520),
    phase: roll(),
    size: between(roll, 3, 9),
    drift: between(roll, 20, 70),
  }))
  const palms = [
    { x: 58, foot: 236, high: 168, phase: 0 },
    { x: 118, foot: 232, high: 118, phase: 0.3 },
    { x: 336, foot: 226, high: 92, phase: 0.6 },
    { x: 688, foot: 236, high: 150, phase: 0.2 },
  ]
  const birds = some(5, (index) => ({
    y: 66 + 16 * Math.abs(index - 1.6),
    behind: 26 * Math.abs(index - 1.6),
    phase: index * 0.23,
  }))

  return (seconds: number, length: number) => {
    const time = seconds / length
    const sway = Math.sin(turn * time)
    const closer = 1.04 - 0.02 * Math.cos(turn * time)
    canvas.globalAlpha = 1

    /** One plane of depth: the nearer, the more it moves with the camera. */
    const plane = (near: number, paint: () => void) =>
      within(canvas, () => {
        const zoom = 1 + (closer - 1) * near
        canvas.translate(width / 2 - sway * 9 * near, height * 0.6)
        canvas.scale(zoom, zoom)
        canvas.translate(-width / 2, -height * 0.6)
        paint()
      })

    plane(0.2, () => {
      canvas.drawImage(sky, -60, -60)
      canvas.globalAlpha = 0.92 + 0.08 * sway
      canvas.drawImage(sun, 470 - 210, 92 - 210, 420, 420)
      canvas.globalAlpha = 1
      for (const bird of birds) drawBird(bird, time)
      // The lagoon glitters under the sun.
      canvas.globalCompositeOperation = 'lighter'
      for (let index = 0; index < 26; index++) {
        const x = 470 + (fraction(index * 0.618) - 0.5) * (90 + index * 11)
        const wave = Math.sin(turn * ((2 + (index % 3)) * time + index * 0.37))
        canvas.globalAlpha = 0.5 * Math.max(0, wave)
        canvas.fillStyle = '#fff2c8'
        canvas.fillRect(x - 9, 186 + index * 0.95, 12 + (index % 4) * 5, 1.6)
      }
    })

    plane(0.45, () => {
      canvas.drawImage(land, -60, 0)
      for (const tree of palms) {
        within(canvas, () => {
          // The crown moves, the foot stays.
          canvas.translate(tree.x, tree.foot)
          canvas.transform(
            1,
            0,
            0.05 * Math.sin(turn * (time + tree.phase)) + 0.015 * Math.sin(turn * (3 * time + tree.phase)),
            1,
            0,
            0,
          )
          const wide = (tree.high * palm.width) / palm.height
          canvas.drawImage(palm, -wide / 2, -tree.high, wide, tree.high)
        })
      }
      canvas.drawImage(hut, 196, 132, 136, 131)
      canvas.drawImage(hut, 556, 152, 104, 100)
    })

    plane(0.7, () => {
      canvas.drawImage(fence, -120, railsAt - 44)
      // The cock has the top rail, and crows once.
      const crow = swell((fraction(time + 0.02) - 0.3) / 0.16)
      lay(canvas, cock, { x: 424, y: railsAt - 58 - 3 * crow, wide: 50, degrees: 12 * crow, squash: 1 + 0.07 * crow })
    })

    plane(1, () => {
      for (const one of animals.slice(0, 2)) drawStanding(one, time)
      drawWalker(time)
      lay(canvas, leaf, { x: 326, y: 462, wide: 70, degrees: -14 })
      lay(canvas, leaf, { x: 372, y: 476, wide: 56, degrees: 30 })
      for (const one of animals.slice(2)) drawStanding(one, time)
    })

    plane(1.5, () => {
      canvas.drawImage(gate, -130, height - 74)
      for (const [index, tuft] of grass.entries()) {
        within(canvas, () => {
          canvas.translate(index * 58 - 20, height + 14)
          canvas.transform(1, 0, 0.09 * Math.sin(turn * (2 * time + index * 0.19)), 1, 0, 0)
          canvas.drawImage(tuft, -45, -86)
        })
      }
    })

    // The sun's rays, and what floats in them.
    canvas.globalCompositeOperation = 'screen'
    for (let index = 0; index < 5; index++) {
      within(canvas, () => {
        canvas.translate(476 - sway * 3, 80)
        canvas.rotate(0.34 + index * 0.27 + 0.02 * Math.sin(turn * (time + index * 0.3)))
        canvas.globalAlpha = 0.1 + 0.05 * Math.sin(turn * (2 * time + index * 0.41))
        canvas.fillStyle = fade(
          canvas,
          [0, 40, 0, 520],
          [
            [0, '#ffe2a0'],
            [1, 'rgb(255 210 130 / 0)'],
          ],
        )
        canvas.beginPath()
        canvas.moveTo(-8, 0)
        canvas.lineTo(8, 0)
        canvas.lineTo(46 + index * 6, 560)
        canvas.lineTo(-46, 560)
        canvas.fill()
      })
    }
    canvas.globalCompositeOperation = 'lighter'
    for (const { x, y, phase, size, drift } of motes) {
      const age = fraction(time + phase)
      canvas.globalAlpha = 0.75 * swell(age) * (0.6 + 0.4 * Math.sin(turn * (3 * time + phase)))
      canvas.drawImage(mote, x + drift * (age - 0.5) + 6 * Math.sin(turn * (2 * age + phase)), y - 50 * age, size, size)
    }
    canvas.globalCompositeOperation = 'source-over'
    canvas.globalAlpha = 1
    canvas.drawImage(haze, 0, 0)
  }

  type Animal = (typeof animals)[number]

  /** Breathes, shifts its weight, and dips its head as it eats. */
  function drawStanding({ facing, x, foot, wide, nods, phase, whole, shadow }: Animal, time: number): void {
    const nod = Math.max(0, Math.sin(turn * (nods * time + phase))) ** 2
    const breath = 1 + 0.012 * Math.sin(turn * (5 * time + phase))
    drawShadow(shadow, x, foot, wide)
    within(canvas, () => {
      // Its hind feet stay where they are.
      canvas.translate(x - facing * wide * 0.3, foot)
      canvas.rotate((facing * 4.5 * nod * Math.PI) / 180)
      canvas.scale(1, breath)
      canvas.drawImage(whole, facing > 0 ? -wide * 0.2 : -wide * 0.8, -wide + 3, wide, wide)
    })
  }

  /** From the right edge to the left in one loop, in whole steps. */
  function drawWalker(time: number): void {
    const wide = 166
    const along = fraction(time + 0.02)
    const x = mix(width + 150, -150, along)
    const foot = 400
    const stride = turn * 9 * along
    drawShadow(walker.shadow, x, foot, wide)
    within(canvas, () => {
      canvas.translate(x, foot - 3 * Math.abs(Math.sin(stride)))
      canvas.rotate((1.6 * Math.sin(stride) * Math.PI) / 180)
      const legs = walker.whole.height * walker.knee
      const high = wide * (1 - walker.knee)
      for (const [side, swing] of [
        [0, Math.sin(stride)],
        [1, -Math.sin(stride)],
      ] as const) {
        within(canvas, () => {
          canvas.translate(0, -high)
          canvas.transform(1, 0, 0.5 * swing, 1, 0, 0)
          const half = walker.whole.width / 2
          canvas.drawImage(
            walker.whole,
            side * half,
            legs,
            half,
            walker.whole.height - legs,
            (side - 1) * (wide / 2),
            0,
            wide / 2,
            high,
          )
        })
      }
      canvas.drawImage(
        walker.whole,
        0,
        0,
        walker.whole.width,
        legs + 3,
        -wide / 2,
        -wide,
        wide,
        wide * walker.knee + 3 * (wide / walker.whole.height),
      )
    })
  }

  function drawShadow(shadow: Layer, x: number, foot: number, wide: number): void {
    canvas.drawImage(shadow, x - wide * 0.62, foot - wide * 0.13, wide * 1.24, wide * 0.22)
  }

  function drawBird({ y, behind, phase }: { y: number; behind: number; phase: number }, time: number): void {
    const along = fraction(time + 0.4)
    const x = mix(-120, width + 160, along) - behind
    const flap = Math.sin(turn * (14 * time + phase))
    const up = y - 22 * along
    canvas.strokeStyle = '#fffaf0'
    canvas.lineWidth = 2.6
    canvas.lineCap = 'round'
    canvas.beginPath()
    canvas.moveTo(x - 13, up - 7 * flap)
    canvas.quadraticCurveTo(x - 5, up - 3 - 3 * flap, x, up)
    canvas.quadraticCurveTo(x + 5, up - 3 - 3 * flap, x + 13, up - 7 * flap)
    canvas.stroke()
  }
}

/** An animal, the share of its height where the legs begin, and the shade it casts. */
function cutOut(whole: Layer) {
  const disc = layer(120, 40, (canvas) => {
    canvas.beginPath()
    canvas.ellipse(60, 20, 60, 20, 0, 0, turn)
    canvas.fill()
  })
  return { whole, knee: 0.79, shadow: shadowOf(disc, 8, 0.5) }
}

function paintSky(width: number, height: number): Layer {
  const roll = dice(17)
  const cloud = glow(128, [
    [0, '#fff8e8aa'],
    [0.5, '#ffeccc44'],
    [1, '#ffe0b000'],
  ])
  return layer(width + 120, height, (canvas) => {
    canvas.translate(60, 60)
    canvas.fillStyle = fade(
      canvas,
      [0, -60, 0, shore],
      [
        [0, '#f0a860'],
        [0.4, '#fbc67c'],
        [0.8, '#ffe3ad'],
        [1, '#fff0cc'],
      ],
    )
    canvas.fillRect(-60, -60, width + 120, height)
    const banks = [
      [40, 48],
      [250, 108],
      [420, 30],
      [650, 116],
    ] as const
    for (let left = 0; left < 60; left++) {
      const bank = Math.floor(roll() * 4)
      const wide = between(roll, 60, 150)
      canvas.globalAlpha = between(roll, 0.2, 0.6)
      const [x, y] = banks[bank] ?? banks[0]
      canvas.drawImage(cloud, x + between(roll, -110, 110) - wide / 2, y + between(roll, -10, 10), wide, wide * 0.24)
    }
    canvas.globalAlpha = 1
    // The other shore, and the lagoon.
    canvas.fillStyle = '#c9b384'
    canvas.beginPath()
    canvas.moveTo(-60, 186)
    for (let x = -60; x <= width + 60; x += 8) canvas.lineTo(x, 178 + 4 * Math.sin(x / 31) + 3 * Math.sin(x / 13))
    canvas.lineTo(width + 60, 190)
    canvas.lineTo(-60, 190)
    canvas.fill()
    canvas.fillStyle = fade(
      canvas,
      [0, 184, 0, shore + 6],
      [
        [0, '#ffe0a0'],
        [1, '#8cc0b8'],
      ],
    )
    canvas.fillRect(-60, 184, width + 120, 50)
  })
}

function paintLand(width: number, height: number): Layer {
  const roll = dice(29)
  return layer(width + 120, height + 40, (canvas) => {
    canvas.fillStyle = fade(
      canvas,
      [0, shore, 0, height],
      [
        [0, '#b9bd62'],
        [0.14, '#9db052'],
        [0.34, '#b98f55'],
        [0.7, '#a87848'],
        [1, '#7c5430'],
      ],
    )
    canvas.beginPath()
    canvas.moveTo(0, shore + 8)
    for (let x = 0; x <= width + 120; x += 10) canvas.lineTo(x, shore + 5 + 4 * Math.sin(x / 60) + 2 * Math.sin(x / 23))
    canvas.lineTo(width + 120, height + 40)
    canvas.lineTo(0, height + 40)
    canvas.fill()
    // Straw and grass on trodden earth, smaller the farther.
    for (let left = 0; left < 520; left++) {
      const deep = roll() ** 0.8
      const y = mix(shore + 14, height + 20, deep)
      const x = roll() * (width + 120)
      const long = mix(3, 13, deep) * between(roll, 0.6, 1.2)
      canvas.globalAlpha = between(roll, 0.15, 0.5)
      canvas.strokeStyle =
        deep < 0.2 ? '#6f8a3a' : (['#e2bd7a', '#caa05c', '#7d8f42', '#5c3d22'][Math.floor(roll() * 4)] ?? '#caa05c')
      canvas.lineWidth = mix(1, 2.4, deep)
      canvas.beginPath()
      canvas.moveTo(x, y)
      canvas.lineTo(x + long * between(roll, -1, 1), y - long * between(roll, 0.1, 0.5))
      canvas.stroke()
    }
    canvas.globalAlpha = 1
    const light = canvas.createRadialGradient(520, 300, 20, 520, 330, 420)
    light.addColorStop(0, 'rgb(255 224 150 / 0.45)')
    light.addColorStop(1, 'rgb(255 200 120 / 0)')
    canvas.globalCompositeOperation = 'source-atop'
    canvas.fillStyle = light
    canvas.fillRect(0, 0, width + 120, height + 40)
  })
}

/** Two rails and their posts. */
function paintRails(width: number, high: number, thick: number, bright: string, dark: string): Layer {
  return layer(width, high, (canvas) => {
    const wood = (x: number, y: number, wide: number, tall: number) => {
      canvas.fillStyle =
        tall > wide
          ? fade(
              canvas,
              [x, 0, x + wide, 0],
              [
                [0, bright],
                [1, dark],
              ],
            )
          : fade(
              canvas,
              [0, y, 0, y + tall],
              [
                [0, bright],
                [1, dark],
              ],
            )
      canvas.beginPath()
      canvas.roundRect(x, y, wide, tall, thick * 0.3)
      canvas.fill()
    }
    for (let x = 24; x < width; x += thick * 8.4) wood(x, 2, thick * 1.15, high)
    wood(-10, high * 0.2, width + 20, thick * 0.72)
    wood(-10, high * 0.58, width + 20, thick * 0.72)
  })
}

/** Out of focus, close to the eye. */
function paintGrass(): Layer[] {
  const roll = dice(41)
  return some(15, () =>
    layer(90, 100, (canvas) => {
      canvas.filter = 'blur(1.6px)'
      canvas.lineCap = 'round'
      for (let left = 0; left < 13; left++) {
        const x = between(roll, 24, 66)
        canvas.strokeStyle = ['#3f5a24', '#56752c', '#2c4219', '#7a8a3a'][Math.floor(roll() * 4)] ?? '#3f5a24'
        canvas.lineWidth = between(roll, 3, 6)
        canvas.beginPath()
        canvas.moveTo(x, 100)
        canvas.quadraticCurveTo(x + between(roll, -6, 6), 60, x + between(roll, -24, 24), between(roll, 14, 56))
        canvas.stroke()
      }
    }),
  )
}
