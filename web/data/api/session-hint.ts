import { hintCookie } from '#contract/parts/hint-cookie.ts'

const endedKey = 'ended-session'

/**
 * Returns the hint cookie as `name=value`. The cookie tells scripts that somebody is probably signed in; each session
 * has another value. Returns undefined if probably nobody is signed in.
 */
export function sessionHint(): string | undefined {
  const cookie = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${hintCookie}=`))
  return cookie === ended() ? undefined : cookie
}

function ended(): string | null {
  try {
    return localStorage.getItem(endedKey)
  } catch {
    return null
  }
}

export function forgetHint(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is missing in Firefox and in older Safari
  document.cookie = `${hintCookie}=; Path=/; Max-Age=0`
}

/**
 * Remembers that the session of this hint cookie has ended, for example because it expired. The cookie itself is not
 * deleted, because another tab may just have replaced it by the cookie of a new session.
 */
export function forgetEnded(cookie: string): void {
  try {
    localStorage.setItem(endedKey, cookie)
  } catch {
    forgetHint()
  }
}
