/** What a scene is drawn with. */
export type Stage = {
  readonly canvas: CanvasRenderingContext2D
  readonly width: number
  readonly height: number
  /** One of the scene's pictures or poses. */
  readonly picture: (file: string) => Layer
  /** The restaurant's own words. */
  readonly words: { readonly name: string; readonly tagline: string }
}

/** A picture in the making, or one made. */
export type Layer = HTMLCanvasElement

export type Scene = {
  /** Files of restaurant/pictures. */
  readonly pictures?: readonly string[]
  /** Files of demo/films/poses: pictures that the film alone is made of. */
  readonly poses?: readonly string[]
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
    /** Pictures and poses by their files. */
    pictures: Readonly<Record<string, string>>
    fonts: readonly (readonly [url: string, range: string])[]
  }): Promise<void>
  /** A PNG, base64. */
  draw(seconds: number, length: number): string
}
