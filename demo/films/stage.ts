/** The canvas, pictures and words that a scene is drawn with. */
export type Stage = {
  readonly canvas: CanvasRenderingContext2D
  readonly width: number
  readonly height: number
  /** Returns one of the scene's pictures or poses. */
  readonly picture: (file: string) => Layer
  /** Texts from the restaurant's data. */
  readonly words: { readonly name: string; readonly tagline: string }
}

/** A picture, finished or still being drawn. */
export type Layer = HTMLCanvasElement

export type Scene = {
  /** Files of restaurant/pictures. */
  readonly pictures?: readonly string[]
  /** Files of demo/films/poses: pictures that only this film uses. */
  readonly poses?: readonly string[]
  /** The second of the picture that is shown until the film plays. */
  readonly poster: number
  /** Prepares what all pictures share, and returns a function that draws the picture at `seconds` of `length`. */
  readonly begin: (stage: Stage) => (seconds: number, length: number) => void
}

/** The functions of the drawing page, which the browser's driver calls. */
export type Projector = {
  load(request: {
    id: string
    width: number
    height: number
    words: Stage['words']
    /** Pictures and poses by their files. */
    pictures: Readonly<Record<string, string>>
    fonts: readonly (readonly [url: string, range: string])[]
  }): Promise<void>
  /** Returns a PNG in base64. */
  draw(seconds: number, length: number): string
}
