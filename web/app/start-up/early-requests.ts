// Sends what a signed-in person's page asks for at once, while the modules that will want the answers are still being loaded:
// on a slow network that is a second earlier. `data-requests` of this script names the page's own requests; the session is
// asked for on every page. `web/data/api/client.ts` takes the answers. Where the page leads with a picture that an answer names, it is
// shown in its place (`web/customer/orders/early-picture.tsx`) as soon as it has come; `data-sizes` is its `sizes` attribute.
// The cookie is `hintCookie` of the contract, and the picture's files are those of `web/ui/picture.tsx`, spelt out because this
// script loads nothing.

type EarlyRequests = {
  /** The hint cookie when they were sent, `name=value`: the answers belong to that session alone. */
  readonly hint: string
  /** By path. Each is taken once. */
  readonly answers: Map<string, Promise<Response>>
  picture?: HTMLPictureElement
}

declare global {
  var earlyRequests: EarlyRequests | undefined
}

/** Milliseconds: as long as web/data/api/client.ts waits for an answer. What has not been taken by then is of another moment. */
const validFor = 20_000

const { requests, sizes } = document.currentScript?.dataset ?? {}
const hint = document.cookie.split('; ').find((cookie) => cookie.startsWith('buka_signed_in='))
if (hint) {
  const paths = ['/api/session', ...(requests?.split(' ') ?? [])]
  const answers = new Map(paths.map((path) => [path, fetch(path, { signal: AbortSignal.timeout(validFor) })]))
  // A request without an answer is sent again by whoever wants it.
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
  const srcset = [240, 480, 720].map((width) => `/media/${name}-${width}.avif ${width}w`)
  picture.append(
    Object.assign(document.createElement('source'), { type: 'image/avif', srcset, sizes }),
    Object.assign(new Image(), { className: 'fill-parent', alt: '', fetchPriority: 'high' }),
  )
  globalThis.earlyRequests.picture = picture
  document.querySelector('[data-early-picture]')?.append(picture)
}
