export type Stage = {
  readonly canvas: CanvasRenderingContext2D
  readonly width: number
  readonly height: number
  /** Returns a picture or pose of the scene by its file name. */
  readonly picture: (file: string) => Layer
  /** Texts from the restaurant's data. */
  readonly words: { readonly name: string; readonly tagline: string }
}

/** A picture, finished or still being drawn. */
export type Layer = HTMLCanvasElement

export type Scene = {
  /** Files in restaurant/pictures. */
  readonly pictures?: readonly string[]
  /** Files in demo/films/poses, which only this film uses. */
  readonly poses?: readonly string[]
  /** The second of the picture that is shown until the film plays. */
  readonly poster: number
  /** Prepares what all pictures share. Returns a function that draws the picture at `seconds` of `length`. */
  readonly begin: (stage: Stage) => (seconds: number, length: number) => void
}

/** The functions of the drawing page, called by `npm run films`. */
export type Projector = {
  load(request: {
    id: string
    width: number
    height: number
    words: Stage['words']
    /** Data URLs of pictures and poses, by file. */
    pictures: Readonly<Record<string, string>>
    fonts: readonly (readonly [url: string, range: string])[]
  }): Promise<void>
  /** Returns a PNG in base64. */
  draw(seconds: number, length: number): string
}
