/** A picture: `/media/{name}-{width}.{avif|webp}` are its files, all of them 4:3. */
export type Picture = {
  /** Stands for what is in the file: another picture has another name. */
  readonly name: string
  /** What is to be seen; left out where the words beside the picture say it. */
  readonly alt?: string
  /** `#rrggbb`: stands in until the picture has come. A transparent picture has none: its tile stands in. */
  readonly colour?: string
}

/** The widths of a picture's files, in pixels: at the head of a page, and everywhere else. */
export const pictureWidths = { hero: [480, 720, 1080], item: [240, 480, 720] } as const
