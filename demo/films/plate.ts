import {
  between,
  colour,
  dice,
  easeOut,
  easeOutBack,
  fade,
  fraction,
  glow,
  lay,
  layer,
  ramp,
  smooth,
  some,
  swell,
  turn,
  vignette,
  wisp,
  within,
} from './paint.ts'
import type { Layer, Scene, Stage } from './stage.ts'

/** The place of the pictures in pixels of 960 x 540. They fade on the left, because the words stand there. */
const frame = { left: 264, fades: 600, width: 720, height: 540 }

/** The centre of the paper slips that lie over the picture. */
const middle = { x: 692, y: 394 }

/** The left edge of the words and bars. */
const margin = 64

/**
 * The pictures: the second at which each begins, and the point that the camera approaches, in shares of width and
 * height from the upper left.
 */
const shots = [
  { file: 'slide-night-grill.avif', at: 0, to: [0.45, 0.55] },
  { file: 'slide-free-jollof.avif', at: 2.7, to: [0.35, 0.5] },
  { file: 'barbecue-beef-ribs.avif', at: 5.4, to: [0.6, 0.6] },
  { file: 'mixed-grill-platter.avif', at: 8.2, to: [0.45, 0.4] },
  { file: 'slide-night-grill.avif', at: 10.9, to: [0.6, 0.45] },
  { file: 'slide-free-jollof.avif', at: 13.6, to: [0.5, 0.5] },
] as const

/** The words that explain how the restaurant works, and the seconds from and to which they are shown. */
const said = [
  { from: 2.7, to: 5.4, number: '1', title: 'Pick your plate', lines: ['Jollof first.', 'Always.'] },
  { from: 5.4, to: 8.2, number: '2', title: 'Make it yours', lines: ['Your side.', 'Your sauce.'] },
  { from: 8.2, to: 10.9, number: '3', title: 'Pay by transfer', lines: ['From any bank.', 'No long story.'] },
  { from: 10.9, to: 13.6, number: '4', title: 'We put fire', lines: ['Confirmed,', 'and on the grill.'] },
  { from: 13.6, to: 15.9, number: '5', title: 'Watch it come', lines: ['Live, from the fire', 'to your door.'] },
] as const

/** Plates of the restaurant, with words that explain how the restaurant works. */
export const plate: Scene = {
  pictures: [...new Set(shots.map(({ file }) => file))],
  poster: 17.9,
  begin,
}

function begin({ canvas, width, height, picture, words }: Stage) {
  const ground = paintGround(width, height)
  const corners = vignette(width, height, 0.6)
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
  const wisps = some(4, (index) => wisp(180, 40 + index, '#f4e2d0'))
  const steam = some(14, (index) => ({
    x: between(roll, -150, 150),
    phase: index / 14,
    wide: between(roll, 90, 170),
    spin: between(roll, -60, 60),
    sprite: wisps[index % 4] as Layer,
  }))
  const fading = layer(frame.width, frame.height, (mask) => {
    mask.fillStyle = fade(
      mask,
      [0, 0, frame.fades - frame.left, 0],
      [
        [0, '#0000'],
        [1, '#000'],
      ],
    )
    mask.fillRect(0, 0, frame.width, frame.height)
  })

  return (seconds: number, length: number) => {
    canvas.globalAlpha = 1
    canvas.drawImage(ground, 0, 0)
    for (const [index, { file, at, to }] of shots.entries()) {
      const until = shots[index + 1]?.at ?? length
      if (seconds < at - 0.3 || seconds > until + 0.3) continue
      canvas.globalAlpha = smooth(ramp(seconds, at - 0.3, at + 0.3))
      canvas.drawImage(drawShot(picture(file), to, (seconds - at) / (until - at)), frame.left, 0)
    }

    // Steam over the plate that is ready.
    canvas.globalCompositeOperation = 'screen'
    const hot = smooth(ramp(seconds, 13.8, 15))
    for (const { x, phase, wide, spin, sprite } of steam) {
      const age = fraction(seconds / 3.6 + phase)
      canvas.globalAlpha = 0.5 * hot * swell(age ** 0.7)
      lay(canvas, sprite, {
        x: middle.x - 30 + x * (0.7 + 0.4 * age) + 16 * Math.sin(turn * (age + phase)),
        y: 250 - 230 * age,
        wide: wide * (0.5 + age),
        degrees: spin * age,
      })
    }
    canvas.globalCompositeOperation = 'lighter'
    for (const { x, phase, often, high, curl, size } of motes) {
      const age = fraction((seconds / length) * often + phase)
      canvas.globalAlpha = 0.7 * swell(age) * ramp(seconds, 0, 1) * (0.6 + 0.4 * Math.sin(turn * (7 * age + phase)))
      canvas.drawImage(spark, x + curl * Math.sin(turn * (age + phase)), height - high * age, size, size)
    }
    canvas.globalAlpha = 1
    canvas.globalCompositeOperation = 'source-over'
    canvas.drawImage(corners, 0, 0)
    drawWords(seconds)
    // The film fades in from the ground colour, and ends without a fade: the last picture stays.
    canvas.fillStyle = colour.ground
    canvas.globalAlpha = 1 - smooth(ramp(seconds, 0, 0.6))
    canvas.fillRect(0, 0, width, height)
  }

  /** Draws a picture that grows a little as its `share` of the time passes. */
  function drawShot(from: Layer, [x, y]: readonly [number, number], share: number): Layer {
    return layer(frame.width, frame.height, (shot) => {
      within(shot, () => {
        const zoom = 1.02 + 0.07 * share
        shot.translate(x * frame.width, y * frame.height)
        shot.scale(zoom, zoom)
        shot.drawImage(from, -x * frame.width, -y * frame.height, frame.width, frame.height)
      })
      shot.globalCompositeOperation = 'destination-in'
      shot.drawImage(fading, 0, 0)
    })
  }

  function drawWords(seconds: number): void {
    canvas.textBaseline = 'alphabetic'
    // The tagline comes first. The name and the tagline come last.
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

  /** Draws five short bars that show the progress of the story. */
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

  /** Draws a slip of paper over the picture: the sum of a transfer, and a tick once the transfer is found. */
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

  /** Draws the promise, 'Ready by 21:40', over the picture. */
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
      canvas.translate(middle.x, middle.y - 12 * go)
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

/** Keeps a scale or radius above zero, because easing may overshoot. */
const leap = (size: number) => Math.max(0.001, size)

/** Wraps a text into lines of at most `most` letters. */
function wrap(text: string, most: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const line = lines.at(-1)
    if (line !== undefined && line.length + 1 + word.length <= most) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines
}

function paintGround(width: number, height: number): Layer {
  return layer(width, height, (canvas) => {
    canvas.fillStyle = fade(
      canvas,
      [0, 0, width * 0.35, height],
      [
        [0, '#4a1d0e'],
        [0.5, '#33150b'],
        [1, '#1c0d08'],
      ],
    )
    canvas.fillRect(0, 0, width, height)
  })
}
