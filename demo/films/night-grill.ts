import {
  between,
  dice,
  fade,
  flicker,
  fraction,
  glow,
  lay,
  layer,
  lit,
  mix,
  type Stops,
  shadowOf,
  smooth,
  some,
  swell,
  turn,
  vignette,
  wisp,
  within,
} from './paint.ts'
import type { Layer, Scene, Stage } from './stage.ts'

/** Where the grate lies: two edges in pixels of 720 x 540. */
const back = { y: 262, left: 96, right: 624 }
const front = { y: 428, left: 18, right: 702 }

/** A place on the grate: across 0 to 1, deep 0 (back) to 1 (front). */
const onGrate = (across: number, deep: number) => ({
  x: mix(mix(back.left, back.right, across), mix(front.left, front.right, across), deep),
  y: mix(back.y, front.y, deep),
  near: mix(0.72, 1, deep),
})

/** What lies on the grate, from the back to the front. */
const food = [
  { piece: 'corn', across: 0.13, deep: 0.14, wide: 116, degrees: 30 },
  { piece: 'chicken-suya', across: 0.37, deep: 0.1, wide: 168, degrees: -34 },
  { piece: 'grilled-drumstick', across: 0.63, deep: 0.12, wide: 104, degrees: 24 },
  { piece: 'suya', across: 0.87, deep: 0.16, wide: 168, degrees: 38 },
  { piece: 'suya', across: 0.15, deep: 0.6, wide: 204, degrees: 34 },
  { piece: 'grilled-drumstick', across: 0.4, deep: 0.62, wide: 124, degrees: -8 },
  { piece: 'pepper', across: 0.555, deep: 0.72, wide: 62, degrees: 58 },
  { piece: 'grilled-drumstick', across: 0.68, deep: 0.6, wide: 122, degrees: 66 },
  { piece: 'chicken-suya', across: 0.88, deep: 0.64, wide: 196, degrees: -30 },
] as const

/** Fat drips: when in the loop the fire leaps, and where. */
const flares = [
  { at: 0.24, across: 0.4, long: 0.13 },
  { at: 0.7, across: 0.72, long: 0.15 },
] as const

/** The grill at night: it ends as it begins. */
export const nightGrill: Scene = {
  pieces: [...new Set(food.map(({ piece }) => piece))],
  poster: 2.25,
  begin,
}

function begin({ canvas, width, height, art }: Stage) {
  const night = paintNight(width, height)
  const drum = paintDrum(width, height)
  const lamp = glow(128, [
    [0, '#fff6dcff'],
    [0.14, '#ffd98acc'],
    [0.35, '#ff9a4033'],
    [1, '#ff6a2e00'],
  ])
  const coals = makeCoals()
  const flames = makeFlames()
  const embers = makeEmbers()
  const smoke = makeSmoke()
  const corners = vignette(width, height, 0.72)
  const haze = glow(512, [
    [0, '#ff7a348c'],
    [0.45, '#ff4a1034'],
    [1, '#ff3a0000'],
  ])
  const served = food.map((dish, index) => {
    const drawn = art(dish.piece)
    const under: Stops = [
      [0, '#b08a78'],
      [0.55, '#c98e68'],
      [1, '#e08a4a'],
    ]
    return {
      ...dish,
      ...onGrate(dish.across, dish.deep),
      phase: index * 0.37,
      plain: lit(drawn, under),
      hot: lit(drawn, [
        [0, '#1a0a04'],
        [0.5, '#4a1c0a'],
        [1, '#ff7a28'],
      ]),
      shadow: shadowOf(drawn, 10, 0.8),
    }
  })

  return (seconds: number, length: number) => {
    const time = seconds / length
    const sway = Math.sin(turn * time)
    const closer = 1.045 - 0.025 * Math.cos(turn * time)
    const leap = Math.max(...flares.map(({ at, long }) => swell(fraction(time - at + 1) / long)))

    canvas.fillStyle = '#0d0908'
    canvas.fillRect(0, 0, width, height)

    /** One plane of depth: the nearer, the more it moves with the camera. */
    const plane = (near: number, paint: () => void) =>
      within(canvas, () => {
        const zoom = 1 + (closer - 1) * near
        canvas.translate(width / 2 + sway * 7 * near, height * 0.62)
        canvas.scale(zoom, zoom)
        canvas.translate(-width / 2, -height * 0.62)
        paint()
      })

    plane(0.35, () => {
      canvas.drawImage(night.picture, 0, 0)
      canvas.globalCompositeOperation = 'lighter'
      for (const { x, y, size, phase, sprite } of night.lights) {
        canvas.globalAlpha = 0.62 + 0.38 * flicker(time, phase)
        canvas.drawImage(sprite, x - size / 2, y - size / 2, size, size)
      }
      for (const { x, y, phase } of night.bulbs) {
        canvas.globalAlpha = 0.75 + 0.15 * Math.sin(turn * (2 * time + phase))
        canvas.drawImage(lamp, x - 34, y + 3 * Math.sin(turn * (time + phase)) - 34, 68, 68)
      }
    })

    plane(0.9, () => {
      canvas.globalCompositeOperation = 'lighter'
      canvas.globalAlpha = Math.min(1, 0.75 + 0.2 * flicker(time, 0.2) + 0.3 * leap)
      canvas.drawImage(haze, -80, 60, width + 160, 470)
    })

    plane(1, () => {
      canvas.drawImage(drum.bed, 0, 0)
      for (const coal of coals) drawCoal(canvas, coal, time, leap)
      canvas.globalCompositeOperation = 'lighter'
      for (const flame of flames) drawFlame(canvas, flame, time)
      canvas.globalAlpha = 1
      canvas.globalCompositeOperation = 'source-over'
      canvas.drawImage(drum.grate, 0, 0)
      canvas.drawImage(drum.side, 0, 0)
      for (const dish of served) {
        const sizzle = 0.7 * Math.sin(turn * (19 * time + dish.phase))
        const place = {
          x: dish.x,
          y: dish.y - 14 * dish.near + sizzle * 0.4,
          wide: dish.wide,
          degrees: dish.degrees + 0.5 * sizzle,
          squash: 0.9,
        }
        const grown = (dish.wide * dish.shadow.width) / dish.plain.width
        lay(canvas, dish.shadow, { ...place, y: place.y + 13, wide: grown })
        lay(canvas, dish.plain, place)
        canvas.globalCompositeOperation = 'lighter'
        canvas.globalAlpha = Math.min(1, 0.35 + 0.4 * flicker(time, dish.phase) + 0.35 * leap)
        lay(canvas, dish.hot, place)
        canvas.globalCompositeOperation = 'source-over'
        canvas.globalAlpha = 1
      }
      canvas.globalCompositeOperation = 'lighter'
      for (const { x, y, phase } of drum.vents) {
        canvas.globalAlpha = 0.45 + 0.4 * flicker(time, phase) + 0.25 * leap
        canvas.drawImage(lamp, x - 24, y - 24, 48, 48)
      }
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

function paintNight(width: number, height: number) {
  const roll = dice(7)
  const tints = ['#ffc043', '#ff8a3c', '#ffb26b', '#ffe3b0', '#5fb6c4', '#ff6a5a']
  const lights = some(34, (index) => {
    const tint = tints[Math.floor(roll() * tints.length)] ?? '#ffc043'
    const strength = index % 4 === 0 ? '70' : '38'
    return {
      x: between(roll, -20, width + 20),
      y: 222 - 120 * roll() ** 2.4,
      size: 10 + 44 * roll() ** 2,
      phase: roll() * 3,
      // Out of focus a lamp is a disc.
      sprite: glow(64, [
        [0, `${tint}${strength}`],
        [0.7, `${tint}${strength}`],
        [1, `${tint}00`],
      ]),
    }
  })
  const bulbs = some(8, (index) => {
    const x = 14 + index * 99
    return { x, y: 34 + 30 * Math.sin((Math.PI * (x + 60)) / 420) ** 2, phase: index * 0.21 }
  })
  const picture = layer(width, height, (canvas) => {
    canvas.fillStyle = fade(
      canvas,
      [0, 0, 0, height],
      [
        [0, '#0b0a14'],
        [0.28, '#19101a'],
        [0.48, '#33170f'],
        [1, '#1a0d08'],
      ],
    )
    canvas.fillRect(-40, -40, width + 80, height + 80)
    // Restaurants across the water, and their windows.
    canvas.filter = 'blur(2.5px)'
    for (let x = -30; x < width + 30; ) {
      const wide = between(roll, 34, 78)
      const top = between(roll, 118, 206)
      canvas.fillStyle = '#0e0a10'
      canvas.fillRect(x, top, wide, 300)
      canvas.fillStyle = '#ffb85a'
      for (let row = top + 10; row < 240; row += 13) {
        for (let at = x + 7; at < x + wide - 8; at += 11) {
          if (roll() < 0.3) {
            canvas.globalAlpha = between(roll, 0.15, 0.6)
            canvas.fillRect(at, row, 5, 6)
          }
        }
      }
      canvas.globalAlpha = 1
      x += wide + between(roll, -6, 16)
    }
    canvas.filter = 'blur(1px)'
    canvas.strokeStyle = '#2c1c18'
    canvas.lineWidth = 2
    canvas.beginPath()
    for (let x = -20; x <= width + 20; x += 6) {
      canvas.lineTo(x, 26 + 30 * Math.sin((Math.PI * (x + 60)) / 420) ** 2)
    }
    canvas.stroke()
  })
  return { picture, lights, bulbs }
}

/** The grill is half an oil drum: its bed, the grate across it, and the side towards us. */
function paintDrum(width: number, height: number) {
  const trapeze = (canvas: CanvasRenderingContext2D, out = 0) => {
    canvas.beginPath()
    canvas.moveTo(back.left - out, back.y - out * 0.5)
    canvas.lineTo(back.right + out, back.y - out * 0.5)
    canvas.lineTo(front.right + out * 1.4, front.y + out * 0.4)
    canvas.lineTo(front.left - out * 1.4, front.y + out * 0.4)
    canvas.closePath()
  }
  const bed = layer(width, height, (canvas) => {
    trapeze(canvas, 12)
    canvas.fillStyle = fade(
      canvas,
      [0, back.y, 0, front.y],
      [
        [0, '#3a2a24'],
        [1, '#1c1310'],
      ],
    )
    canvas.fill()
    trapeze(canvas, 12)
    canvas.lineWidth = 2
    canvas.strokeStyle = '#8a4a2c'
    canvas.stroke()
    trapeze(canvas)
    canvas.fillStyle = fade(
      canvas,
      [0, back.y, 0, front.y],
      [
        [0, '#4a1406'],
        [0.5, '#6a1c06'],
        [1, '#3a0f05'],
      ],
    )
    canvas.fill()
  })
  const grate = layer(width, height, (canvas) => {
    canvas.lineCap = 'round'
    for (const deep of [0.22, 0.74]) {
      const [from, to] = [onGrate(0, deep), onGrate(1, deep)]
      bar(canvas, [from.x, from.y, to.x, to.y], 4)
    }
    for (let across = 0.03; across < 1; across += 0.0585) {
      const [from, to] = [onGrate(across, -0.02), onGrate(across, 1.02)]
      bar(canvas, [from.x, from.y, to.x, to.y], 4.6)
    }
  })
  const vents = some(9, (index) => ({ x: 72 + index * 72, y: 494, phase: index * 0.43 }))
  const side = layer(width, height, (canvas) => {
    canvas.fillStyle = fade(
      canvas,
      [0, front.y, 0, height],
      [
        [0, '#4a3026'],
        [0.12, '#2c1d18'],
        [0.55, '#1a110e'],
        [1, '#0c0706'],
      ],
    )
    canvas.beginPath()
    canvas.roundRect(-30, front.y + 3, width + 60, 160, 26)
    canvas.fill()
    canvas.fillStyle = fade(
      canvas,
      [0, front.y - 2, 0, front.y + 15],
      [
        [0, '#ff9a52'],
        [0.2, '#a8552c'],
        [0.6, '#4a2c20'],
        [1, '#1c120e'],
      ],
    )
    canvas.beginPath()
    canvas.roundRect(-30, front.y - 2, width + 60, 17, 8)
    canvas.fill()
    for (const { x, y } of vents) {
      canvas.fillStyle = '#3a0f04'
      canvas.beginPath()
      canvas.ellipse(x, y, 9, 10, 0, 0, turn)
      canvas.fill()
    }
    canvas.fillStyle = '#6a4432'
    for (let x = 36; x < width; x += 72) {
      canvas.beginPath()
      canvas.arc(x, 458, 3.4, 0, turn)
      canvas.fill()
    }
  })
  return { bed, grate, side, vents }
}

function bar(
  canvas: CanvasRenderingContext2D,
  [fromX, fromY, toX, toY]: [number, number, number, number],
  thick: number,
) {
  const strokes = [
    ['#0a0403', thick + 1.5, 1.2],
    ['#3a2a26', thick, 0],
    ['#7a5a4c', thick * 0.3, -thick * 0.2],
  ] as const
  for (const [tint, wide, down] of strokes) {
    canvas.strokeStyle = tint
    canvas.lineWidth = wide
    canvas.beginPath()
    canvas.moveTo(fromX, fromY + down)
    canvas.lineTo(toX, toY + down)
    canvas.stroke()
  }
}

type Coal = {
  x: number
  y: number
  size: number
  phase: number
  across: number
  angle: number
  cold: Layer
  hot: Layer
}

function makeCoals(): Coal[] {
  const roll = dice(21)
  const kinds = some(6, (index) => paintCoal(100 + index))
  return some(128, (index) => {
    const across = roll()
    const deep = Math.min(1, (index + roll()) / 128)
    const { x, y, near } = onGrate(across, 0.02 + 0.96 * deep)
    const kind = kinds[index % kinds.length] ?? paintCoal(0)
    return { x, y, size: between(roll, 46, 68) * near, phase: roll() * 4, across, angle: roll() * turn, ...kind }
  })
}

function paintCoal(seed: number): { cold: Layer; hot: Layer } {
  const roll = dice(seed)
  const corners = some(9, (index) => ({ angle: (index / 9) * turn, away: between(roll, 25, 34) }))
  const outline = (canvas: CanvasRenderingContext2D, size: number) => {
    canvas.beginPath()
    for (const { angle, away } of corners)
      canvas.lineTo(40 + Math.cos(angle) * away * size, 40 + Math.sin(angle) * away * size)
    canvas.closePath()
    canvas.lineJoin = 'round'
  }
  const cold = layer(80, 80, (canvas) => {
    outline(canvas, 1)
    const gradient = canvas.createRadialGradient(34, 30, 2, 40, 40, 36)
    gradient.addColorStop(0, '#6a4438')
    gradient.addColorStop(0.5, '#38190f')
    gradient.addColorStop(1, '#1a0805')
    canvas.fillStyle = gradient
    canvas.fill()
  })
  const hot = layer(80, 80, (canvas) => {
    outline(canvas, 1)
    canvas.clip()
    const gradient = canvas.createRadialGradient(38, 36, 5, 40, 40, 34)
    gradient.addColorStop(0, '#ffc25a')
    gradient.addColorStop(0.4, '#ff7a1c')
    gradient.addColorStop(0.8, '#c43606')
    gradient.addColorStop(1, '#5a1402')
    canvas.fillStyle = gradient
    canvas.fillRect(0, 0, 80, 80)
    // Ash along the cracks.
    canvas.strokeStyle = '#5a2a1a'
    canvas.lineWidth = 2.6
    canvas.filter = 'blur(1px)'
    canvas.globalAlpha = 0.7
    for (let left = 0; left < 3; left++) {
      canvas.beginPath()
      canvas.moveTo(between(roll, 16, 64), between(roll, 16, 64))
      canvas.lineTo(between(roll, 24, 56), between(roll, 24, 56))
      canvas.lineTo(between(roll, 16, 64), between(roll, 16, 64))
      canvas.stroke()
    }
  })
  return { cold, hot }
}

function drawCoal(canvas: CanvasRenderingContext2D, coal: Coal, time: number, leap: number): void {
  // Breath of air: the glow wanders across the bed.
  const wind = 0.5 + 0.5 * Math.sin(turn * (2 * time - coal.across * 1.3 + coal.phase * 0.08))
  const heat = 0.34 + 0.46 * wind + 0.4 * (flicker(time, coal.phase) - 0.5) + 0.2 * leap
  within(canvas, () => {
    canvas.translate(coal.x, coal.y + 8)
    canvas.scale(1, 0.66)
    canvas.rotate(coal.angle)
    const half = coal.size / 2
    canvas.drawImage(coal.cold, -half, -half, coal.size, coal.size)
    canvas.globalCompositeOperation = 'lighter'
    canvas.globalAlpha = Math.min(1, Math.max(0.12, heat))
    canvas.drawImage(coal.hot, -half, -half, coal.size, coal.size)
  })
}

type Flame = {
  x: number
  y: number
  near: number
  across: number
  often: number
  phase: number
  size: number
  lean: number
}

function makeFlames(): Flame[] {
  const roll = dice(5)
  return some(150, () => {
    const across = roll()
    return {
      ...onGrate(across, between(roll, 0.05, 0.9)),
      across,
      often: Math.floor(between(roll, 7, 12)),
      phase: roll(),
      size: between(roll, 22, 44),
      lean: between(roll, -8, 8),
    }
  })
}

let flameSprites: Layer[] | undefined

function drawFlame(canvas: CanvasRenderingContext2D, flame: Flame, time: number): void {
  flameSprites ??= (['#ffe08a', '#ff9a30', '#ff5a14', '#a82408'] as const).map((tint) =>
    glow(64, [
      [0, `${tint}aa`],
      [0.4, `${tint}55`],
      [1, `${tint}00`],
    ]),
  )
  const age = fraction(time * flame.often + flame.phase)
  const leap = Math.max(
    ...flares.map(
      ({ at, across, long }) =>
        swell(fraction(time - at + 1) / long) * Math.max(0, 1 - Math.abs(flame.across - across) / 0.16),
    ),
  )
  const size = flame.size * flame.near * (1 - age * 0.75) * (0.7 + 0.9 * leap)
  const rise = age * (34 + 104 * leap) * flame.near
  const sprite = flameSprites[Math.min(3, Math.floor(age * 4))]
  if (!sprite) return
  canvas.globalAlpha = (1 - age) * (0.5 + 0.5 * leap)
  const x = flame.x + flame.lean * age + 5 * Math.sin(turn * (age + flame.phase))
  canvas.drawImage(sprite, x - size / 2, flame.y - rise - size * 0.8, size, size * 1.6)
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
  // A short tail: the same spark a moment ago.
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
