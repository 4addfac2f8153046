import type { Picture } from '#contract/picture.ts'

/** Returns a picture as pages have it, from its database document; null if its file is missing. */
export function shownPicture(picture: Partial<Picture> | undefined): Picture | null {
  if (picture?.name === undefined) return null
  const { name, alt, colour } = picture
  return { name, ...(alt !== undefined && { alt }), ...(colour !== undefined && { colour }) }
}

/** Returns an entry of the restaurant's data, with its picture as pages have it. */
export function withPicture<Entry extends { readonly picture?: Partial<Picture> }>(entry: Entry) {
  return { ...entry, picture: shownPicture(entry.picture) }
}
