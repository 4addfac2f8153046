import type { PieceName } from '../art/pieces.ts'

/** What a scene is drawn with. */
export type Stage = {
  readonly canvas: CanvasRenderingContext2D
  readonly width: number
  readonly height: number
  readonly art: (piece: PieceName) => Layer
  /** A file of restaurant/pictures. */
  readonly picture: (file: string) => Layer
  /** The restaurant's own words. */
  readonly words: { readonly name: string; readonly tagline: string }
}

/** A picture in the making, or one made. */
export type Layer = HTMLCanvasElement

export type Scene = {
  readonly pieces: readonly PieceName[]
  /** Files of restaurant/pictures. */
  readonly pictures?: readonly string[]
  /** Seconds from the start: the picture that stands in until the film plays. */
  readonly poster: number
  /** Prepares what is the same in every picture; returns what draws the picture at `seconds` of `length`. */
  readonly begin: (stage: Stage) => (seconds: number, length: number) => void
}

/** What the page that draws answers to, over the wire of the browser's driver. */
export type Projector = {
  load(request: {
    id: string
    width: number
    height: number
    words: Stage['words']
    /** Pieces and files of pictures, by their names. */
    art: Readonly<Record<string, string>>
    fonts: readonly (readonly [url: string, range: string])[]
  }): Promise<void>
  /** A PNG, base64. */
  draw(seconds: number, length: number): string
}
