import { hintCookie } from '#contract/parts/hint-cookie.ts'

/** The hint cookie as `name=value`: the value is that of one session. Undefined where nobody is probably signed in. */
export function hint(): string | undefined {
  return document.cookie.split('; ').find((cookie) => cookie.startsWith(`${hintCookie}=`))
}

/** Whether the hint cookie says that somebody is signed in. */
export function isHinted(): boolean {
  return hint() !== undefined
}

export function forgetHint(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is missing in Firefox and in older Safari
  document.cookie = `${hintCookie}=; Path=/; Max-Age=0`
}
