/**
 * Returns true if a link leads to a page of this site. Browsers read a backslash as a slash and two slashes as the
 * beginning of another host, and skip control characters.
 */
export function isSitePath(link: string): boolean {
  return link.startsWith('/') && !/\/\/|\\|\p{Cc}/u.test(link)
}
