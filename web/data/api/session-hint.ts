import { hintCookie } from '#contract/parts/hint-cookie.ts'

const endedKey = 'ended-session'

/**
 * Returns the hint cookie as `name=value`. Each session has another value. Undefined means that probably nobody is
 * signed in.
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
 * Remembers that the session of this hint cookie has ended otherwise than by a sign-out in this tab. The cookie is not
 * deleted, because the deletion could hit the cookie of a session that another tab has just begun.
 */
export function forgetEnded(cookie: string): void {
  try {
    localStorage.setItem(endedKey, cookie)
  } catch {
    forgetHint()
  }
}
