// Sends the first requests of a page while its modules are still loading, if a person is signed in. `data-requests` of
// this script names the page's requests; every page requests the session. `web/data/api/client.ts` uses the answers. If
// `data-sizes` is set, a picture that an answer names is shown early (`web/customer/orders/early-picture.tsx`). This
// script imports nothing, so the cookie (`hintCookie` of the contract) and the picture's files (`web/ui/picture.tsx`)
// are written out.

type EarlyRequests = {
  /**
   * The cookie that hints at a sign-in, as `name=value`, at the time of the requests. If the cookie changes later, the
   * answers belong to another session.
   */
  readonly hint: string
  /** The answers by path. The client removes an answer when it uses the answer. */
  readonly answers: Map<string, Promise<Response>>
  picture?: HTMLPictureElement
}

declare global {
  var earlyRequests: EarlyRequests | undefined
}

/**
 * Milliseconds after which an early answer is dropped, equal to the timeout of a request in `web/data/api/client.ts`.
 */
const validFor = 20_000

const { requests, sizes } = document.currentScript?.dataset ?? {}
const hint = document.cookie.split('; ').find((cookie) => cookie.startsWith('buka_signed_in='))
if (hint) {
  const paths = ['/api/session', ...(requests?.split(' ') ?? [])]
  const answers = new Map(paths.map((path) => [path, fetch(path, { signal: AbortSignal.timeout(validFor) })]))
  // Ignore a failure: the page's own query sends the request again.
  for (const answer of answers.values()) {
    answer.then(sizes ? showPicture : null).catch(() => {})
  }
  globalThis.earlyRequests = { hint, answers }
  setTimeout(() => answers.clear(), validFor)
}

async function showPicture(answer: Response): Promise<void> {
  const { leadingPicture: name } = await answer.clone().json()
  if (!name || !globalThis.earlyRequests) return
  const picture = document.createElement('picture')
  const srcset = [480, 640, 1080, 1600].map((width) => `/media/${name}-${width}.avif ${width}w`)
  picture.append(
    Object.assign(document.createElement('source'), { type: 'image/avif', srcset, sizes }),
    Object.assign(new Image(), { className: 'fill-parent', alt: '', fetchPriority: 'high' }),
  )
  globalThis.earlyRequests.picture = picture
  document.querySelector('[data-early-picture]')?.append(picture)
}
