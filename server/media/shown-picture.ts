import type { Picture } from '#contract/picture.ts'

/** A picture as pages have it, from what the database keeps of it; null where its file is missing. */
export function shownPicture(picture: Partial<Picture> | undefined): Picture | null {
  if (picture?.name === undefined) return null
  const { name, alt, colour } = picture
  return { name, ...(alt !== undefined && { alt }), ...(colour !== undefined && { colour }) }
}

/** An entry of the restaurant's data as pages have it. */
export function withPicture<Entry extends { readonly picture?: Partial<Picture> }>(entry: Entry) {
  return { ...entry, picture: shownPicture(entry.picture) }
}
