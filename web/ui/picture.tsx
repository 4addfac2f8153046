import { useNear } from './near.ts'

type Props = {
  /** The picture's name: `/media/{name}-{width}.{avif|webp}`. */
  readonly name: string
  /** The file widths in pixels, where they are not those of a dish. */
  readonly widths?: readonly number[]
  readonly alt: string
  /** The `sizes` attribute. */
  readonly sizes: string
  /** Whether the picture is in the first row. Others load when near, so that they do not compete with the script. */
  readonly first?: boolean
  /** Size and aspect ratio, which reserve the place before the picture loads. */
  readonly className?: string
}

const dishWidths = [240, 480, 720]

/** A 4:3 picture in the smallest file that is sharp on this screen. The parent has the background. */
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
