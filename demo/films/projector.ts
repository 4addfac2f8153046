import { layer, pen } from './paint.ts'
import { scenes } from './scenes.ts'
import type { Layer, Projector } from './stage.ts'

// Runs in the page that draws the films. Each frame is requested by its second, so the page needs no clock.

let draw: (seconds: number, length: number) => void
let screen: Layer

const projector: Projector = {
  async load({ id, width, height, words, pictures, fonts }) {
    for (const [url, unicodeRange] of fonts) {
      const face = new FontFace('Bricolage', `url(${url})`, { weight: '600 800', unicodeRange })
      document.fonts.add(await face.load())
    }
    const drawn = new Map(
      await Promise.all(Object.entries(pictures).map(async ([file, url]) => [file, await readPicture(url)] as const)),
    )
    screen = layer(width, height, () => {})
    const scene = scenes[id]
    if (!scene) throw new Error(`There is no scene "${id}".`)
    const picture = (file: string) => {
      const found = drawn.get(file)
      if (!found) throw new Error(`The scene "${id}" does not name "${file}" among its pictures.`)
      return found
    }
    draw = scene.begin({ canvas: pen(screen), width, height, picture, words })
  },
  draw(seconds, length) {
    draw(seconds, length)
    return screen.toDataURL('image/png').slice('data:image/png;base64,'.length)
  },
}

async function readPicture(url: string): Promise<Layer> {
  const image = new Image()
  image.src = url
  await image.decode()
  return layer(image.naturalWidth, image.naturalHeight, (canvas) => canvas.drawImage(image, 0, 0))
}

Object.assign(window, { projector })
