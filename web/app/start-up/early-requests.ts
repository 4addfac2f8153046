// Sends the first requests of a signed-in person's page while the modules are still loading: on a slow network this is
// a second earlier. `data-requests` of this script names the page's requests; every page requests the session.
// `web/data/api/client.ts` takes the answers. A leading picture that an answer names is shown in its place
// (`web/customer/orders/early-picture.tsx`) on arrival; `data-sizes` is its `sizes` attribute. The cookie is
// `hintCookie` of the contract, and the picture's files are those of `web/ui/picture.tsx`, written out because this
// script imports nothing.

type EarlyRequests = {
  /**
   * The cookie that hints at a sign-in, as `name=value`, when the requests were sent. If the cookie has changed, the
   * answers belong to another session.
   */
  readonly hint: string
  /** Answers by path. Each is taken once. */
  readonly answers: Map<string, Promise<Response>>
  picture?: HTMLPictureElement
}

declare global {
  var earlyRequests: EarlyRequests | undefined
}

/** Lifetime of the answers in milliseconds: the timeout of web/data/api/client.ts. An older answer is stale. */
const validFor = 20_000

const { requests, sizes } = document.currentScript?.dataset ?? {}
const hint = document.cookie.split('; ').find((cookie) => cookie.startsWith('buka_signed_in='))
if (hint) {
  const paths = ['/api/session', ...(requests?.split(' ') ?? [])]
  const answers = new Map(paths.map((path) => [path, fetch(path, { signal: AbortSignal.timeout(validFor) })]))
  // A failure is ignored, because the page's own query then sends the request again.
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
  const srcset = [480, 720, 1080, 1600].map((width) => `/media/${name}-${width}.avif ${width}w`)
  picture.append(
    Object.assign(document.createElement('source'), { type: 'image/avif', srcset, sizes }),
    Object.assign(new Image(), { className: 'fill-parent', alt: '', fetchPriority: 'high' }),
  )
  globalThis.earlyRequests.picture = picture
  document.querySelector('[data-early-picture]')?.append(picture)
}
