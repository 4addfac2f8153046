export type Stage = {
  readonly canvas: CanvasRenderingContext2D
  readonly width: number
  readonly height: number
  /** Returns a picture or pose of the scene by its file name. */
  readonly picture: (file: string) => Layer
  /** Texts from the restaurant's data. */
  readonly words: { readonly name: string; readonly tagline: string }
}

/** A canvas with a picture, which may be finished or still being drawn. */
export type Layer = HTMLCanvasElement

export type Scene = {
  /** Files in restaurant/pictures. */
  readonly pictures?: readonly string[]
  /** Files in demo/films/poses, which only this film uses. */
  readonly poses?: readonly string[]
  /** The second whose frame is shown until the film plays. */
  readonly poster: number
  /**
   * Prepares what all frames share. Returns a function that draws the frame at `seconds` of a film of `length` seconds.
   */
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
  /** Draws a frame, and returns the frame as a PNG in base64. */
  draw(seconds: number, length: number): string
}
