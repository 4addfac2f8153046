import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type PointerEvent, useEffect, useRef, useState } from 'react'
import type { MenuCategory } from '#contract/menu/menu-document.ts'
import type { Picture as PictureOf } from '#contract/picture.ts'
import { ApiFailure, sentence } from '#web/data/api/client.ts'
import { query } from '#web/data/api/query.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { uploadPhoto } from './photo-upload.ts'

/** A picture that an owner has chosen: a file of the restaurant's folder, or an uploaded photo. */
export type NamedPicture = NonNullable<MenuCategory['picture']>

/** After this many milliseconds without a change of the focal point, the cropped picture is requested. */
const settling = 300

/** Returns the picture as customers see it: `known` for a file, the server's crop for a photo, null for none. */
export function useShownPicture(picture: NamedPicture | undefined, known: PictureOf | null): PictureOf | null {
  const { photo, focus } = picture ?? {}
  const [settled, setSettled] = useState(focus)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(focus), settling)
    return () => clearTimeout(timer)
  }, [focus])
  const made = useQuery({
    ...query('POST /api/office/photo-pictures', { body: { photo: photo ?? '', ...(settled && { focus: settled }) } }),
    enabled: photo !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  })
  if (!picture) return null
  const shown = photo === undefined ? known : made.data
  return shown
    ? { name: shown.name, ...(shown.colour && { colour: shown.colour }), ...(picture.alt && { alt: picture.alt }) }
    : null
}

type Props = {
  readonly legend?: string
  readonly picture: NamedPicture | undefined
  readonly known: PictureOf | null
  /** True for a square picture. It needs no alternative text, because the text beside it describes it. */
  readonly square?: boolean
  /** Names the places where customers see the photo. */
  readonly place?: string
  readonly onChange: (picture: NamedPicture | undefined) => void
  /** The text of the button that removes the photo. Null if a photo is required. */
  readonly removeLabel?: string | null
}

export function PhotoField({
  legend = 'Photo',
  picture,
  known,
  square = false,
  place = 'On the card',
  onChange,
  removeLabel = 'Remove photo',
}: Props) {
  const shown = useShownPicture(picture, known)
  const [sending, setSending] = useState<{ readonly sent: number; readonly stop: AbortController }>()
  const [failure, setFailure] = useState<{ readonly sentence: string; readonly file: File | undefined }>()
  // The latest `onChange`. The draft may change during an upload, and the photo must go into the newest draft.
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })
  const stop = sending?.stop
  useEffect(() => () => stop?.abort(), [stop])

  async function send(file: File | undefined) {
    if (!file) return
    const stop = new AbortController()
    const onProgress = (sent: number) => setSending({ sent, stop })
    setFailure(undefined)
    onProgress(0)
    try {
      const photo = await uploadPhoto(file, { signal: stop.signal, onProgress })
      latest.current({ photo })
    } catch (error) {
      if (!stop.signal.aborted) {
        // Offer a retry unless the server refused the file, which it would refuse again.
        const isRefused = error instanceof ApiFailure && error.problem.status < 500
        setFailure({
          sentence: sentence(error, 'The photo could not be sent. Please try again.'),
          file: isRefused ? undefined : file,
        })
      }
    }
    setSending(undefined)
  }

  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 font-semibold text-sm">{legend}</legend>
      {picture && (
        <div className="flex flex-wrap items-start gap-4">
          {picture.photo !== undefined && <FocusField picture={picture} photo={picture.photo} onChange={onChange} />}
          <figure>
            <Picture
              picture={shown}
              sizes="7.5rem"
              first
              className={`${square ? 'size-22.5' : 'h-22.5 w-30'} rounded-control bg-raise2 object-cover`}
            />
            <figcaption className="mt-1 text-small text-soft">{place}</figcaption>
          </figure>
        </div>
      )}
      {picture && !square && (
        <Field
          label="What the photo shows, for people who cannot see it"
          value={picture.alt ?? ''}
          maxLength={200}
          hint="Leave this empty if the name says it."
          onChange={({ target: { value } }) => {
            const { alt: _, ...rest } = picture
            onChange(value.trim() === '' ? rest : { ...rest, alt: value })
          }}
        />
      )}
      {sending ? (
        <div className="flex flex-wrap items-center gap-3">
          <p role="status">
            {sending.sent === undefined ? 'No network: the upload continues when it is back.' : 'Sending the photo…'}
          </p>
          <progress aria-label="Photo sent" value={sending.sent ?? 0} className="accent-ember" />
          <Button variant="quiet" onClick={() => sending.stop.abort()}>
            Stop
          </Button>
        </div>
      ) : (
        <div className="flex flex-wrap gap-2">
          <FileButton label="Take a photo" capture className="pointer-fine:hidden" onFile={send} />
          <FileButton label={picture || failure ? 'Choose another photo' : 'Choose a photo'} onFile={send} />
          {picture && removeLabel !== null && (
            <Button variant="quiet" onClick={() => onChange(undefined)}>
              {removeLabel}
            </Button>
          )}
        </div>
      )}
      {failure && (
        <div className="flex flex-wrap items-center gap-3">
          <p role="alert" className="font-semibold text-alarm">
            {failure.sentence}
          </p>
          {failure.file && (
            <Button variant="secondary" onClick={() => void send(failure.file)}>
              Try again
            </Button>
          )}
        </div>
      )}
    </fieldset>
  )
}

function FileButton(props: {
  label: string
  capture?: boolean
  className?: string
  onFile: (file: File | undefined) => void
}) {
  return (
    <label
      className={buttonClass(
        'secondary',
        `relative focus-within:outline-2 focus-within:outline-offset-2 ${props.className ?? ''}`,
      )}
    >
      {props.label}
      <input
        type="file"
        accept="image/jpeg,image/png,image/webp,image/avif"
        {...(props.capture && { capture: 'environment' })}
        className="absolute inset-0 cursor-pointer opacity-0"
        onChange={({ target }) => {
          props.onFile(target.files?.[0])
          target.value = ''
        }}
      />
    </label>
  )
}

const middle = [0.5, 0.5] as const

/** The whole photo. A tap on it sets the focal point, which stays in the middle of the crop. */
function FocusField(props: { picture: NamedPicture; photo: string; onChange: (picture: NamedPicture) => void }) {
  const { picture, photo, onChange } = props
  const [x, y] = picture.focus ?? middle
  const set = (x: number, y: number) => onChange({ ...picture, focus: [rounded(x), rounded(y)] })

  function tap(event: PointerEvent<HTMLElement>) {
    const box = event.currentTarget.getBoundingClientRect()
    set((event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height)
  }

  return (
    <div className="grid max-w-60 gap-1">
      {/* For pointers only; keyboards and screen readers use the two sliders. */}
      <div aria-hidden className="relative w-fit cursor-crosshair" data-focus-area onPointerUp={tap}>
        <img
          src={`/api/office/photos/${photo}`}
          alt=""
          className="max-h-60 min-h-24 min-w-24 rounded-control bg-raise2"
        />
        <svg
          aria-hidden
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          className="pointer-events-none absolute inset-0 size-full"
        >
          <ellipse cx={x * 100} cy={y * 100} rx="5" ry="5" className="fill-none stroke-3 stroke-ember" />
        </svg>
      </div>
      <p className="text-small text-soft">Tap what must stay in view.</p>
      <Slider label="From the left" value={x} onChange={(value) => set(value, y)} />
      <Slider label="From the top" value={y} onChange={(value) => set(x, value)} />
    </div>
  )
}

/**
 * Rounds to a twentieth. The server makes a picture for each focal point that is tried, so few different points are
 * wanted.
 */
const rounded = (share: number) => Math.round(Math.min(Math.max(share, 0), 1) * 20) / 20

function Slider(props: { label: string; value: number; onChange: (value: number) => void }) {
  return (
    <label className="flex min-h-11 items-center justify-between gap-3 text-sm">
      {props.label}
      <input
        type="range"
        min={0}
        max={100}
        step={5}
        value={Math.round(props.value * 100)}
        aria-valuetext={`${Math.round(props.value * 100)} %`}
        onChange={(event) => props.onChange(Number(event.target.value) / 100)}
        className="min-w-0 accent-ember"
      />
    </label>
  )
}
