import { useState } from 'react'
import type { RestaurantSettings } from '#contract/settings.ts'
import type { Site } from '#contract/site.ts'
import { type NamedPicture, PhotoField, useShownPicture } from '#web/office/photos/photo-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field, Select } from '#web/ui/forms/field.tsx'
import { CheckRow } from '#web/ui/forms/option-row.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { useSettingsForm } from './settings-form.tsx'
import { SettingsSection } from './settings-section.tsx'

type Slide = RestaurantSettings['slides'][number]
/** A slide with a key, because a new slide has no id. */
type Edited = Omit<Slide, 'id' | 'picture'> & {
  readonly key: string
  readonly id: string | undefined
  readonly picture: NamedPicture | null
}

const empty = { headline: '', banter: '', to: '/menu', offer: false, isShown: true, picture: null, shown: null }

type Props = { readonly slides: RestaurantSettings['slides']; readonly categories: Site['categories'] }

export function SlidesSection({ slides: initial, categories }: Props) {
  const [slides, setSlides] = useState<readonly Edited[]>(() => initial.map((slide) => ({ ...slide, key: slide.id })))
  const [open, setOpen] = useState('')
  const [said, setSaid] = useState('')

  const set = (key: string, change: Partial<Edited>) =>
    setSlides((before) => before.map((slide) => (slide.key === key ? { ...slide, ...change } : slide)))

  function move(at: number, by: -1 | 1) {
    const [slide, other] = [slides[at], slides[at + by]]
    if (!slide || !other) return
    setSlides(slides.map((each, place) => (place === at ? other : place === at + by ? slide : each)))
    setSaid(`${nameOf(slide)} is slide ${at + by + 1} of ${slides.length}.`)
  }

  function add() {
    const key = `new ${slides.length} ${Date.now()}`
    setSlides([...slides, { ...empty, key, id: undefined }])
    setOpen(key)
  }

  const change = {
    slides: slides.map(({ id, headline, banter, to, offer, isShown, picture }) => ({
      ...(id !== undefined && { id }),
      headline,
      banter,
      to,
      offer,
      isShown,
      picture,
    })),
  }

  return (
    <SettingsSection title="Slides" hint="Shown one after another on the home page." change={change}>
      <p role="status" className="sr-only">
        {said}
      </p>
      <ul className="grid gap-2">
        {slides.map((slide, at) => (
          <li key={slide.key} className="grid gap-3 rounded-control border border-line p-2">
            <div className="flex flex-wrap items-center gap-1">
              <Thumbnail slide={slide} />
              <button
                type="button"
                aria-expanded={open === slide.key}
                onClick={() => setOpen(open === slide.key ? '' : slide.key)}
                className="wrap-anywhere min-h-14 min-w-20 flex-1 rounded-control px-2 text-left font-semibold leading-snug hover:bg-raise2"
              >
                {nameOf(slide)}
                {!slide.isShown && <span className="block font-normal text-soft text-sm">Off</span>}
              </button>
              {([-1, 1] as const).map((by) => (
                <button
                  key={by}
                  type="button"
                  // aria-disabled instead of disabled: the focus stays on the button when the slide reaches the end of
                  // the list.
                  aria-disabled={!slides[at + by]}
                  aria-label={`Move ${nameOf(slide)} ${by < 0 ? 'up' : 'down'}`}
                  onClick={() => move(at, by)}
                  className="grid size-11 shrink-0 place-items-center rounded-full text-soft hover:bg-raise2 aria-disabled:opacity-30"
                >
                  <Icon name="chevron" className={by < 0 ? 'size-5 rotate-180' : 'size-5'} />
                </button>
              ))}
            </div>
            {open === slide.key && (
              <SlideFields
                slide={slide}
                at={at}
                categories={categories}
                onChange={(change) => set(slide.key, change)}
                onRemove={() => setSlides(slides.filter(({ key }) => key !== slide.key))}
              />
            )}
          </li>
        ))}
      </ul>
      <Button variant="quiet" onClick={add} className="justify-self-start px-0!">
        <Icon name="plus" /> Add slide
      </Button>
    </SettingsSection>
  )
}

const nameOf = ({ headline }: Edited) => headline.trim() || 'New slide'

/** The picture of a slide. A slide with a film has none. */
function Thumbnail({ slide: { picture, shown } }: { slide: Edited }) {
  const known = useShownPicture(picture ?? undefined, shown)
  if (!picture) return null
  return (
    <Picture
      picture={known && { name: known.name, ...(known.colour && { colour: known.colour }) }}
      sizes="3.5rem"
      className="h-10.5 w-14 shrink-0 rounded-control bg-raise2 object-cover"
    />
  )
}

type FieldsProps = {
  readonly slide: Edited
  readonly at: number
  readonly categories: Site['categories']
  readonly onChange: (change: Partial<Edited>) => void
  readonly onRemove: () => void
}

function SlideFields({ slide, at, categories, onChange, onRemove }: FieldsProps) {
  const { errors, forgive, field } = useSettingsForm()
  const isFilm = slide.id !== undefined && slide.picture === null && slide.shown === null
  const pages = [
    { to: '/menu', title: 'The menu' },
    ...categories.map(({ id, title }) => ({ to: `/menu/${id}`, title })),
  ]
  const wrong = errors[`slides.${at}.picture`]
  return (
    <div className="grid gap-3 px-1 pb-1">
      <Field
        {...field(`slides.${at}.headline`, slide.headline, (headline) => onChange({ headline }))}
        label="Title"
        maxLength={60}
        autoComplete="off"
      />
      <Field
        {...field(`slides.${at}.banter`, slide.banter, (banter) => onChange({ banter }))}
        label="Text"
        maxLength={140}
        autoComplete="off"
      />
      <Select {...field(`slides.${at}.to`, slide.to, (to) => onChange({ to }))} label="Order Now leads to">
        {!pages.some(({ to }) => to === slide.to) && <option value={slide.to}>A page that no longer exists</option>}
        {pages.map(({ to, title }) => (
          <option key={to} value={to}>
            {title}
          </option>
        ))}
      </Select>
      {isFilm ? (
        <p className="text-soft text-sm">This slide shows a film of the restaurant’s folder.</p>
      ) : (
        <PhotoField
          picture={slide.picture ?? undefined}
          known={slide.shown}
          place="On the slide"
          removeLabel={null}
          onChange={(picture) => {
            onChange({ picture: picture ?? null })
            forgive(`slides.${at}.picture`)
          }}
        />
      )}
      {wrong && (
        <p role="alert" className="text-alarm text-sm">
          {wrong}
        </p>
      )}
      <div className="grid">
        <CheckRow
          label="Special offer"
          hint="The moving line leads to it."
          checked={slide.offer}
          onChange={({ target }) => onChange({ offer: target.checked })}
        />
        <CheckRow
          label="Shown"
          checked={slide.isShown}
          onChange={({ target }) => onChange({ isShown: target.checked })}
        />
      </div>
      <Button variant="quiet" onClick={onRemove} className="justify-self-start px-0!">
        <Icon name="bin" /> Remove this slide
      </Button>
    </div>
  )
}
