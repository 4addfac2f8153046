/** A short film without sound. All addresses are paths of this site, under names that change with the content. */
export type Film = {
  readonly id: string
  readonly title: string
  readonly seconds: number
  /** Pixels. */
  readonly width: number
  readonly height: number
  /** What stands in until it plays. */
  readonly poster: { readonly avif: string; readonly webp: string }
  /** The best first; a browser takes the first that it can play. */
  readonly sources: readonly {
    readonly src: string
    readonly type: 'video/webm' | 'video/mp4'
    readonly bytes: number
  }[]
  /** WebVTT, in English: what is to be seen and said. */
  readonly captions: string
}
