import {
  between,
  colour,
  dice,
  easeOut,
  easeOutBack,
  fade,
  flicker,
  fraction,
  glow,
  lay,
  layer,
  mix,
  ramp,
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

/** The middle of the plate in pixels of 960 x 540, and half of what it measures. */
const dish = { x: 692, y: 290, across: 216, high: 126 }

/** Where words begin, and how far up they stay: captions have the foot of the picture. */
const margin = 64

/** What is laid, in the order in which it covers: seconds of its landing, and its place from the middle of the plate. */
const laid = [
  { piece: 'jollof-rice', at: 3.5, x: -42, y: -62, wide: 206, degrees: 0 },
  { piece: 'plantain', at: 6.3, x: 96, y: -18, wide: 152, degrees: 8 },
  { piece: 'grilled-drumstick', at: 12.1, x: 4, y: 26, wide: 158, degrees: 58 },
  { piece: 'pepper', at: 7.1, x: -128, y: 34, wide: 68, degrees: 24 },
] as const

/** How the restaurant works: what is said, from one second to another. */
const said = [
  { from: 2.7, to: 5.4, number: '1', title: 'Pick your plate', lines: ['Jollof first.', 'Always.'] },
  { from: 5.4, to: 8.2, number: '2', title: 'Make it yours', lines: ['Your side.', 'Your sauce.'] },
  { from: 8.2, to: 10.9, number: '3', title: 'Pay by transfer', lines: ['From any bank.', 'No long story.'] },
  { from: 10.9, to: 13.6, number: '4', title: 'We put fire', lines: ['Confirmed,', 'and on the grill.'] },
  { from: 13.6, to: 15.9, number: '5', title: 'Watch it come', lines: ['Live, from the fire', 'to your door.'] },
] as const

/** A plate being laid, and between its pieces how the restaurant works. */
export const plate: Scene = {
  pieces: [...laid.map(({ piece }) => piece), 'fire', 'herb'],
  poster: 17.9,
  begin,
}

function begin({ canvas, width, height, art, words }: Stage) {
  const ground = paintGround(width, height)
  const china = paintChina()
  const corners = vignette(width, height, 0.6)
  const warmth = glow(512, [
    [0, '#ff8a3c66'],
    [0.5, '#ff5a1e26'],
    [1, '#ff4a0000'],
  ])
  const spark = glow(32, [
    [0, '#fff2c8ff'],
    [0.2, '#ffc060ff'],
    [0.45, '#ff6a2099'],
    [1, '#ff400000'],
  ])
  const roll = dice(11)
  const motes = some(30, () => ({
    x: roll() * width,
    phase: roll(),
    often: roll() < 0.6 ? 2 : 3,
    high: between(roll, 200, 460),
    curl: between(roll, 8, 26),
    size: between(roll, 5, 12),
  }))
  const burst = some(46, () => ({
    angle: between(roll, -Math.PI, 0),
    fast: between(roll, 90, 330),
    size: between(roll, 5, 15),
    life: between(roll, 0.5, 1.3),
  }))
  const wisps = some(4, (index) => wisp(180, 40 + index, '#f4e2d0'))
  const steam = some(14, (index) => ({
    x: between(roll, -120, 120),
    phase: index / 14,
    wide: between(roll, 80, 150),
    spin: between(roll, -60, 60),
    sprite: wisps[index % 4] as Layer,
  }))
  const pieces = laid.map((entry) => {
    const drawn = art(entry.piece)
    return { ...entry, drawn, shadow: shadowOf(drawn, 9, 0.6) }
  })
  const herb = art('herb')
  const fire = art('fire')

  return (seconds: number, length: number) => {
    const ending = smooth(ramp(seconds, 15.7, 16.9))
    // The camera never stands: it comes closer all the while, and a little more at the end.
    const zoom = 1 + 0.035 * (seconds / length) + 0.07 * ending
    const thud = pieces.reduce((sum, { at }) => sum + bounce(seconds - at), 0)
    const fireAt = swell(ramp(seconds, 11.1, 13.9))

    canvas.globalAlpha = 1
    canvas.drawImage(ground, 0, 0)

    const plane = (near: number, paint: () => void) =>
      within(canvas, () => {
        const scale = 1 + (zoom - 1) * near
        canvas.translate(dish.x + 5 * Math.sin((turn * seconds) / 9) * near, dish.y + thud * 2.2 * near)
        canvas.scale(scale, scale)
        canvas.translate(-dish.x, -dish.y)
        paint()
      })

    plane(0.6, () => {
      canvas.globalCompositeOperation = 'lighter'
      canvas.globalAlpha = ramp(seconds, 0, 1.4) * (0.75 + 0.12 * flicker(seconds / length, 0.4)) + 0.25 * fireAt
      const wide = 760 + 140 * fireAt
      canvas.drawImage(warmth, dish.x - wide / 2, dish.y - wide / 2 + 30, wide, wide)
    })

    plane(1, () => {
      if (fireAt > 0) drawFire(seconds, fireAt)
      const arrived = easeOut(ramp(seconds, 0.5, 1.7))
      if (arrived > 0) {
        within(canvas, () => {
          canvas.globalAlpha = ramp(seconds, 0.5, 0.9)
          canvas.translate((1 - arrived) * 340, 0)
          canvas.drawImage(china, dish.x - china.width / 2, dish.y - china.height / 2)
        })
      }
      for (const piece of pieces) drawPiece(piece, seconds)
      const leaf = easeOutBack(ramp(seconds, 12.9, 13.4))
      if (leaf > 0) lay(canvas, herb, { x: dish.x + 112, y: dish.y + 52, wide: 62 * leap(leaf), degrees: 68 })
      for (const { at, x, y } of pieces) drawBurst(seconds - at, dish.x + x, dish.y + y + 30, at === 12.1 ? 1 : 0.35)
    })

    const hot = smooth(ramp(seconds, 12.6, 14.4))
    plane(1.2, () => {
      canvas.globalCompositeOperation = 'screen'
      for (const { x, phase, wide, spin, sprite } of steam) {
        const age = fraction(seconds / 3.6 + phase)
        canvas.globalAlpha = 0.62 * hot * swell(age ** 0.7)
        lay(canvas, sprite, {
          x: dish.x + x * (0.7 + 0.4 * age) + 16 * Math.sin(turn * (age + phase)),
          y: dish.y - 30 - 210 * age,
          wide: wide * (0.5 + age),
          degrees: spin * age,
        })
      }
      canvas.globalCompositeOperation = 'lighter'
      for (const mote of motes) {
        const age = fraction((seconds / length) * mote.often + mote.phase)
        canvas.globalAlpha =
          0.7 * swell(age) * ramp(seconds, 0, 1) * (0.6 + 0.4 * Math.sin(turn * (7 * age + mote.phase)))
        const size = mote.size
        canvas.drawImage(
          spark,
          mote.x + mote.curl * Math.sin(turn * (age + mote.phase)),
          height - mote.high * age,
          size,
          size,
        )
      }
    })

    canvas.globalAlpha = 1
    canvas.globalCompositeOperation = 'source-over'
    canvas.drawImage(corners, 0, 0)
    drawWords(seconds)
    // Out of the dark. It ends on the laid plate, which stays where the film stops.
    const dark = 1 - smooth(ramp(seconds, 0, 0.6))
    canvas.fillStyle = colour.ground
    canvas.globalAlpha = dark
    canvas.fillRect(0, 0, width, height)
  }

  /** From above, turning a little; it lands with a bounce, gives and comes back. */
  function drawPiece(piece: (typeof pieces)[number], seconds: number): void {
    const fall = 0.46
    const since = seconds - piece.at
    if (since < -fall) return
    const share = ramp(since, -fall, 0)
    const above = (1 - share * share) * 330
    const squash = 1 - 0.16 * bounce(since, 3)
    const x = dish.x + piece.x
    const y = dish.y + piece.y
    canvas.globalAlpha = share ** 2
    const grown = (piece.wide * piece.shadow.width) / piece.drawn.width
    lay(canvas, piece.shadow, { x, y: y + 15 + above * 0.12, wide: grown * (1 + above / 900), degrees: piece.degrees })
    canvas.globalAlpha = ramp(share, 0, 0.25)
    const drop = ((1 - squash) * piece.wide) / 2
    lay(canvas, piece.drawn, {
      x,
      y: y - above + drop,
      wide: piece.wide,
      degrees: piece.degrees - (1 - share) * 26,
      squash,
    })
    canvas.globalAlpha = 1
  }

  /** Flames behind the plate while the meat is on the grill. */
  function drawFire(seconds: number, strength: number): void {
    within(canvas, () => {
      for (let index = 0; index < 9; index++) {
        const across = (index - 4) / 4
        const wave = 0.5 + 0.5 * Math.sin(turn * (seconds * (1.1 + 0.13 * index) + index * 0.37))
        const wide = (74 + 52 * (1 - Math.abs(across))) * (0.8 + 0.3 * wave)
        canvas.globalAlpha = Math.min(1, strength * 1.3) * 0.9
        lay(canvas, fire, {
          x: dish.x + across * 196,
          y: dish.y - 66 - 58 * (1 - across * across) - wide * 0.5 * strength + 70 * (1 - strength),
          wide: wide * strength,
          degrees: 7 * Math.sin(turn * (seconds * 0.9 + index * 0.21)) + across * 10,
          squash: 0.95 + 0.2 * wave,
        })
      }
    })
  }

  function drawBurst(since: number, x: number, y: number, strength: number): void {
    if (since < 0 || since > 1.3) return
    within(canvas, () => {
      canvas.globalCompositeOperation = 'lighter'
      for (const { angle, fast, size, life } of burst) {
        if (since > life) continue
        const away = (fast * strength ** 0.5 * easeOut(since / life)) / 1.2
        canvas.globalAlpha = (1 - since / life) * Math.min(1, strength + 0.2)
        canvas.drawImage(
          spark,
          x + Math.cos(angle) * away * 1.3 - size / 2,
          y + Math.sin(angle) * away * 0.7 + 130 * since * since - size / 2,
          size,
          size,
        )
      }
    })
  }

  function drawWords(seconds: number): void {
    canvas.textBaseline = 'alphabetic'
    // The restaurant's own name comes first and last.
    const opening = present(seconds, 0.3, 2.7)
    if (opening.alpha > 0) {
      drawLines(wrap(words.tagline, 12), opening, { y: 236, size: 68 })
    }
    for (const { from, to, number, title, lines } of said) {
      const shown = present(seconds, from, to)
      if (shown.alpha === 0) continue
      put(number, shown, { y: 172, size: 64, tint: colour.ember, late: 0 })
      put(title, shown, { y: 236, size: 50, tint: colour.text, late: 0.1 })
      for (const [index, line] of lines.entries()) {
        put(line, shown, { y: 284 + index * 36, size: 30, tint: colour.soft, late: 0.2 + 0.1 * index, weight: 600 })
      }
    }
    drawSteps(seconds)
    drawTransfer(seconds)
    drawClock(seconds)
    const closing = present(seconds, 16, 99)
    if (closing.alpha > 0) {
      lay(canvas, fire, { x: margin + 24, y: 178, wide: 44 * leap(easeOutBack(ramp(seconds, 16, 16.5))), squash: 1 })
      put(words.name, closing, { y: 264, size: 68, tint: colour.text, late: 0.1 })
      put(words.tagline, closing, { y: 310, size: 32, tint: colour.plantain, late: 0.25, weight: 600 })
    }
  }

  type Shown = { readonly alpha: number; readonly since: number; readonly leaving: number }

  function present(seconds: number, from: number, to: number): Shown {
    const since = seconds - from
    const leaving = smooth(ramp(seconds, to - 0.3, to))
    return { since, leaving, alpha: since < 0 || seconds >= to ? 0 : 1 - leaving }
  }

  function put(
    text: string,
    { since, leaving, alpha }: Shown,
    { y, size, tint, late, weight = 800 }: { y: number; size: number; tint: string; late: number; weight?: number },
  ): void {
    const come = easeOut(ramp(since, late, late + 0.55))
    canvas.globalAlpha = alpha * come
    canvas.font = `${weight} ${size}px Bricolage`
    canvas.letterSpacing = weight === 800 ? `${-0.02 * size}px` : '0px'
    canvas.fillStyle = tint
    canvas.fillText(text, margin, y + 26 * (1 - come) - 14 * leaving)
    canvas.globalAlpha = 1
  }

  function drawLines(lines: readonly string[], shown: Shown, { y, size }: { y: number; size: number }): void {
    for (const [index, line] of lines.entries()) {
      const last = index === lines.length - 1
      put(line, shown, { y: y + index * size, size, tint: last ? colour.ember : colour.text, late: 0.15 * index })
    }
  }

  /** Five short bars: how far the story is. */
  function drawSteps(seconds: number): void {
    const seen = Math.min(smooth(ramp(seconds, 2.7, 3.2)), 1 - smooth(ramp(seconds, 15.6, 15.9)))
    if (seen === 0) return
    for (const [index, { from, to }] of said.entries()) {
      const x = margin + index * 48
      canvas.globalAlpha = seen * 0.28
      canvas.fillStyle = colour.text
      bar(x, 40)
      canvas.globalAlpha = seen
      canvas.fillStyle = colour.ember
      bar(x, 40 * ramp(seconds, from, to))
    }
    canvas.globalAlpha = 1
  }

  function bar(x: number, wide: number): void {
    if (wide < 0.5) return
    canvas.beginPath()
    canvas.roundRect(x, 352, wide, 6, 3)
    canvas.fill()
  }

  /** A slip of paper over the plate: what was sent, and that it was found. */
  function drawTransfer(seconds: number): void {
    const come = easeOutBack(ramp(seconds, 8.5, 9))
    const go = smooth(ramp(seconds, 10.6, 10.9))
    if (come <= 0 || go === 1) return
    const found = easeOutBack(ramp(seconds, 9.6, 9.95))
    pill(come, go, 262, () => {
      canvas.font = '700 38px Bricolage'
      canvas.letterSpacing = '-0.8px'
      canvas.fillStyle = colour.text
      canvas.fillText('₦8,500', -103, 13)
      canvas.fillStyle = found > 0 ? colour.leaf : colour.raise2
      canvas.beginPath()
      canvas.arc(88, 0, 25 * (found > 0 ? leap(found) : 0.85), 0, turn)
      canvas.fill()
      if (found > 0) {
        canvas.strokeStyle = '#0d2616'
        canvas.lineWidth = 5.5
        canvas.lineCap = 'round'
        canvas.lineJoin = 'round'
        canvas.setLineDash([40 * ramp(seconds, 9.65, 9.95), 100])
        canvas.beginPath()
        canvas.moveTo(77, 1)
        canvas.lineTo(85, 9)
        canvas.lineTo(99, -8)
        canvas.stroke()
      }
    })
  }

  /** When it is ready: what the restaurant promises at its entrance. */
  function drawClock(seconds: number): void {
    const come = easeOutBack(ramp(seconds, 14, 14.5))
    const go = smooth(ramp(seconds, 15.7, 16))
    if (come <= 0 || go === 1) return
    pill(come, go, 312, () => {
      canvas.font = '600 30px Bricolage'
      canvas.letterSpacing = '0px'
      canvas.fillStyle = colour.text
      canvas.fillText('Ready by', -130, 11)
      canvas.font = '700 38px Bricolage'
      canvas.letterSpacing = '-0.8px'
      canvas.fillStyle = colour.plantain
      canvas.fillText('21:40', 17, 13)
    })
  }

  function pill(come: number, go: number, wide: number, paint: () => void): void {
    within(canvas, () => {
      canvas.globalAlpha = Math.min(1, come * 1.5) * (1 - go)
      canvas.translate(dish.x, dish.y + 104 - 12 * go)
      canvas.scale(leap(come), leap(come))
      canvas.shadowColor = 'rgb(8 4 2 / 0.6)'
      canvas.shadowBlur = 26
      canvas.shadowOffsetY = 10
      canvas.fillStyle = colour.raise
      canvas.beginPath()
      canvas.roundRect(-wide / 2, -38, wide, 76, 22)
      canvas.fill()
      canvas.shadowColor = 'transparent'
      canvas.strokeStyle = '#4a3428'
      canvas.lineWidth = 1.5
      canvas.stroke()
      paint()
    })
  }
}

/** Something cannot be smaller than nothing, whatever the easing overshoots. */
const leap = (size: number) => Math.max(0.001, size)

/** The shiver after a landing: 1 at once, gone within half a second. */
const bounce = (since: number, waves = 2.5) => (since < 0 ? 0 : Math.exp(-9 * since) * Math.cos(turn * waves * since))

/** Lines of at most so many letters. */
function wrap(text: string, most: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const line = lines.at(-1)
    if (line !== undefined && line.length + 1 + word.length <= most) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines
}

/** The dark tile of the grills, with a table to stand on. */
function paintGround(width: number, height: number): Layer {
  return layer(width, height, (canvas) => {
    canvas.fillStyle = fade(
      canvas,
      [0, 0, width * 0.35, height],
      [
        [0, '#54210f'],
        [0.5, '#3f190d'],
        [1, '#24100a'],
      ],
    )
    canvas.fillRect(0, 0, width, height)
    const light = canvas.createRadialGradient(dish.x, dish.y - 20, 20, dish.x, dish.y, 760)
    light.addColorStop(0, 'rgb(255 150 80 / 0.34)')
    light.addColorStop(0.35, 'rgb(255 110 50 / 0.1)')
    light.addColorStop(0.62, 'rgb(40 14 6 / 0.12)')
    light.addColorStop(1, 'rgb(20 8 4 / 0.5)')
    canvas.fillStyle = light
    canvas.fillRect(0, 0, width, height)
  })
}

/** The plate itself, cream with an ember rim, seen from a chair. */
function paintChina(): Layer {
  const air = 60
  const { across, high } = dish
  return layer(2 * across + 2 * air, 2 * high + 2 * air, (canvas) => {
    canvas.translate(across + air, high + air)
    const round = (x: number, y: number, down = 0) => {
      canvas.beginPath()
      canvas.ellipse(0, down, x, y, 0, 0, turn)
    }
    within(canvas, () => {
      canvas.filter = 'blur(18px)'
      canvas.fillStyle = 'rgb(14 5 2 / 0.75)'
      round(across * 0.98, high * 0.9, 30)
      canvas.fill()
    })
    round(across, high, 9)
    canvas.fillStyle = fade(
      canvas,
      [-across, 0, across, 0],
      [
        [0, '#b98f74'],
        [0.4, '#8a6552'],
        [1, '#5c4038'],
      ],
    )
    canvas.fill()
    round(across, high)
    canvas.fillStyle = fade(
      canvas,
      [-across * 0.6, -high, across * 0.5, high],
      [
        [0, '#fffaf0'],
        [0.5, '#f6e6d2'],
        [1, '#d9bea6'],
      ],
    )
    canvas.fill()
    round(across - 13, high - 8)
    canvas.lineWidth = 4
    canvas.strokeStyle = colour.ember
    canvas.stroke()
    round(across * 0.72, high * 0.68, 4)
    canvas.fillStyle = fade(
      canvas,
      [-across * 0.4, -high * 0.7, across * 0.4, high * 0.7],
      [
        [0, '#d8bea6'],
        [0.45, '#f2e0cb'],
        [1, '#fff6e8'],
      ],
    )
    canvas.fill()
    canvas.lineWidth = mix(1, 2, 0.5)
    canvas.strokeStyle = 'rgb(150 110 84 / 0.35)'
    canvas.stroke()
  })
}
