import type { Picture as PictureOf } from '#contract/picture.ts'
import { useNear } from './near.ts'

type Props = {
  /** Null leaves its place empty. */
  readonly picture: PictureOf | null
  /** Whether it stands at the head of a page: its files are wider. */
  readonly hero?: boolean
  /** As in the `sizes` attribute: how wide it stands. */
  readonly sizes: string
  /** Whether it stands in the first row: anything lower waits until it is near, so that it never competes with the script. */
  readonly first?: boolean
  /** How large it stands, and in which shape: its place is kept while it waits. */
  readonly className?: string
}

/** A picture, 4:3, in the smallest file that is sharp here. The tile behind it is the parent's. */
export function Picture({ picture, hero = false, sizes, first = false, className = '' }: Props) {
  const [place, near] = useNear<HTMLSpanElement>(first)
  const { name, alt = '', colour }: Partial<PictureOf> = picture ?? {}
  // The server makes these: `pictureWidths` of the contract. Spelt out, because every page loads this.
  const widths = hero ? [480, 720, 1080] : [240, 480, 720]
  const files = (format: string) => widths.map((width) => `/media/${name}-${width}.${format} ${width}w`).join(', ')
  const image = name && (
    <picture>
      <source type="image/avif" srcSet={files('avif')} sizes={sizes} />
      <img
        src={`/media/${name}-480.webp`}
        srcSet={files('webp')}
        sizes={sizes}
        width={480}
        height={360}
        alt={alt}
        fetchPriority={first ? 'high' : 'auto'}
        decoding="async"
        data-colour={colour}
        className={className}
      />
    </picture>
  )
  if (near && image) return image
  return (
    <span ref={place} {...(alt && { role: 'img', 'aria-label': alt })} className={`block ${className}`}>
      <noscript>{image}</noscript>
    </span>
  )
}
