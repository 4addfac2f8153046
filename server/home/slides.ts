import type { RestaurantSettings, SettingsChange } from '#contract/settings.ts'
import { firstFree, slug } from '#domain/menu/slug.ts'
import type { Transaction } from '../db/database.ts'
import { categories, type HomeDocument, type PictureDocument, type SlideDocument } from '../db/schema.ts'
import { refuse } from '../http/problems.ts'
import { shownPicture } from '../media/shown-picture.ts'
import { keptPhoto } from '../photos/photos.ts'

type Slides = HomeDocument['slides']
type Sent = NonNullable<SettingsChange['slides']>[number]

/** Returns the slides as owners edit them. */
export function officeSlides(slides: Slides): RestaurantSettings['slides'] {
  return slides.map((slide) => {
    const { id, headline, banter, to, offer, hidden } = slide
    const picture = 'picture' in slide ? slide.picture : undefined
    return {
      id,
      headline,
      banter,
      to,
      offer: offer ?? false,
      isShown: !hidden,
      picture: picture ? sourceOf(picture) : null,
      shown: shownPicture(picture),
    }
  })
}

function sourceOf({ file, photo, alt, focus }: PictureDocument) {
  return {
    ...(file !== undefined && { file }),
    ...(photo !== undefined && { photo }),
    ...(alt !== undefined && { alt }),
    ...(focus && { focus }),
  }
}

/** Returns the sent slides in their order. An existing slide keeps its film, or the file of its picture. */
export async function newSlides(tx: Transaction, before: Slides, sent: readonly Sent[]): Promise<SlideDocument[]> {
  const pages = new Set((await tx.select().from(categories)).flatMap(({ id, listed }) => (listed ? `/menu/${id}` : [])))
  const taken = new Set(before.map(({ id }) => id))
  const slides: SlideDocument[] = []
  for (const [at, { id: own, headline, banter, to, offer, isShown, picture }] of sent.entries()) {
    const old = before.find(({ id }) => id === own)
    if (own !== undefined && (!old || slides.some(({ id }) => id === own)))
      throw refuse('invalid', 'This slide was removed by somebody else. Load the page again.', `slides.${at}.headline`)
    if (to !== '/menu' && to !== old?.to && !pages.has(to))
      throw refuse('invalid', 'The menu has no such page any more.', `slides.${at}.to`)
    const id = own ?? firstFree(slug(headline, 'slide'), taken)
    taken.add(id)
    const words = {
      id,
      headline,
      banter,
      to,
      tile: old?.tile ?? 'ember',
      ...(offer && { offer }),
      ...(!isShown && { hidden: true as const }),
    }
    slides.push({ ...words, ...(await mediaOf(tx, old, picture, `slides.${at}.picture`)) })
  }
  return slides
}

async function mediaOf(tx: Transaction, old: SlideDocument | undefined, picture: Sent['picture'], field: string) {
  if (!picture) {
    if (old && 'film' in old) return { film: old.film }
    throw refuse('invalid', 'Please choose a photo.', field)
  }
  const { photo, file, ...rest } = picture
  if (photo !== undefined) return { picture: await keptPhoto(tx, { photo, ...rest }, field) }
  const was = old && 'picture' in old ? old.picture : undefined
  // Owners choose uploaded photos. Only a slide that already has this file of the restaurant's folder may keep it.
  if (!was || was.file !== file) throw refuse('invalid', 'Please choose a photo.', field)
  const { alt: _, ...kept } = was
  return { picture: { ...kept, ...(rest.alt !== undefined && { alt: rest.alt }) } }
}
