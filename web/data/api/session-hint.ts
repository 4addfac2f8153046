import { hintCookie } from '#contract/parts/hint-cookie.ts'

const endedKey = 'ended-session'

/** The hint cookie as `name=value`: the value is that of one session. Undefined where nobody is probably signed in. */
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
 * The session of this hint has ended without anybody signing out here. That is remembered and the cookie stays: a browser
 * deletes a moment later, and by then it could be the cookie of a session that another tab has begun.
 */
export function forgetEnded(cookie: string): void {
  try {
    localStorage.setItem(endedKey, cookie)
  } catch {
    forgetHint()
  }
}
