import { useNear } from './near.ts'

type Props = {
  /** The picture's name: `/media/{name}-{width}.{avif|webp}`. */
  readonly name: string
  /** Its widths in pixels, where it is no picture of a dish. */
  readonly widths?: readonly number[]
  readonly alt: string
  /** As in the `sizes` attribute: how wide it stands. */
  readonly sizes: string
  /** Whether it stands in the first row: anything lower waits until it is near, so that it never competes with the script. */
  readonly first?: boolean
  /** How large it stands, and in which shape: its place is kept while it waits. */
  readonly className?: string
}

const dishWidths = [240, 480, 720]

/** A dish on its plate, 4:3, in the smallest file that is sharp here. The tile behind it is the parent's. */
export function Picture({ name, widths = dishWidths, alt, sizes, first = false, className = '' }: Props) {
  const [place, near] = useNear<HTMLSpanElement>(first)
  const files = (format: string) => widths.map((width) => `/media/${name}-${width}.${format} ${width}w`).join(', ')
  const picture = (
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
        className={className}
      />
    </picture>
  )
  if (near) return picture
  return (
    <span ref={place} {...(alt && { role: 'img', 'aria-label': alt })} className={`block ${className}`}>
      <noscript>{picture}</noscript>
    </span>
  )
}
