import type { Picture as PictureOf } from '#contract/picture.ts'
import { useInView } from './use-in-view.ts'

type Props = {
  /** Null leaves the place empty. */
  readonly picture: PictureOf | null
  /** True if the picture fills half a wide screen or more. */
  readonly large?: boolean
  readonly sizes: string
  /**
   * True in the first row. Other pictures load when they are near the viewport, so that they do not compete with the
   * script.
   */
  readonly first?: boolean
  /**
   * The size and aspect ratio, which reserve the place before the picture loads. By default the picture fills its
   * parent.
   */
  readonly className?: string
}

/** A 4:3 picture in the smallest file that is sharp on this screen. The parent has the background. */
export function Picture({ picture, large = false, sizes, first = false, className }: Props) {
  const [place, near] = useInView<HTMLSpanElement>(first)
  const { name, alt = '', colour }: Partial<PictureOf> = picture ?? {}
  // The server's widths: `pictureWidths` of the contract, written out because every page loads this file.
  const widths = large ? [480, 640, 1080, 1600] : [240, 480, 640]
  const files = (format: string) => widths.map((width) => `/media/${name}-${width}.${format} ${width}w`).join(', ')
  if (near && name) {
    return (
      <picture>
        <source type="image/avif" srcSet={files('avif')} sizes={sizes} />
        <img
          width={480}
          height={360}
          data-colour={colour}
          className={className ?? 'fill-parent'}
          alt={alt}
          src={`/media/${name}-480.webp`}
          srcSet={files('webp')}
          sizes={sizes}
          fetchPriority={first ? 'high' : 'auto'}
          decoding="async"
        />
      </picture>
    )
  }
  return (
    <span
      ref={place}
      {...(alt && { role: 'img', 'aria-label': alt })}
      className={className ? `block ${className}` : 'fill-parent'}
    >
      {/* Few attributes and a single file for browsers without a script: a page has sixty pictures, so each byte
          counts. */}
      <noscript>{name && <img alt={alt} className={className} src={`/media/${name}-${widths[0]}.webp`} />}</noscript>
    </span>
  )
}
