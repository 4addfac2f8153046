import type { Picture } from '#contract/picture.ts'

/**
 * Returns the fields of a stored picture that pages get: name, alternative text and colour; null if its file is
 * missing.
 */
export function shownPicture(picture: Partial<Picture> | undefined): Picture | null {
  if (picture?.name === undefined) return null
  const { name, alt, colour } = picture
  return { name, ...(alt !== undefined && { alt }), ...(colour !== undefined && { colour }) }
}

/** Returns an entry of the restaurant's data with its picture replaced by `shownPicture`. */
export function withPicture<Entry extends { readonly picture?: Partial<Picture> }>(entry: Entry) {
  return { ...entry, picture: shownPicture(entry.picture) }
}
