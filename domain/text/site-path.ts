/**
 * Whether a link leads to a page of this site. Browsers read a backslash as a slash, two slashes as the beginning of another host,
 * and pass over control characters.
 */
export function isSitePath(link: string): boolean {
  return link.startsWith('/') && !/\/\/|\\|\p{Cc}/u.test(link)
}
