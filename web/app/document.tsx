import type { ReactNode } from 'react'
import type { Site } from '#contract/site.ts'

/** The addresses of the built files that a page's document names. */
export type PageAssets = {
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
  /** The modules that the entry script imports. The head names them, so that they load in parallel with the script. */
  readonly modules: readonly string[]
  readonly fonts: readonly string[]
}

export type Head = {
  readonly title: string
  readonly description: string
  readonly canonical: string
  readonly indexed: boolean
  readonly restaurant: Pick<Site, 'name' | 'shortName' | 'brand'>
  /** The preview picture of a shared link, with an absolute address and a description. */
  readonly card: { readonly url: string; readonly alt: string } | undefined
  /** Structured data (schema.org), as JSON with '<' escaped, so that no text in it closes the script element. */
  readonly structuredData: string | undefined
}

export type EarlyRequests = {
  readonly paths: readonly string[]
  /**
   * The `sizes` attribute of the picture that is shown before hydration. An answer to these requests names the picture.
   */
  readonly sizes?: string
}

/** The HTML document of a page. Everybody gets the same bytes, so the document can be cached. */
export function Document({
  head,
  assets,
  requests,
  state,
  withoutScript,
  body,
}: {
  head: Head
  assets: PageAssets
  requests: EarlyRequests
  /**
   * A `PageState`, shortened by `fold` of `page-state.ts`, as JSON with '<' escaped, so that no text in it closes the
   * script element.
   */
  state: string
  withoutScript: ReactNode
  /**
   * The app as HTML. It is rendered separately from the document, because the browser hydrates the app alone and must
   * get the same ids from React.
   */
  body: string
}) {
  const [first, ...later] = assets.scripts
  const { brand } = head.restaurant
  const look = brand ? `?${brand.key}` : ''
  return (
    <html lang="en-NG">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>{head.title}</title>
        <meta name="description" content={head.description} />
        <link rel="canonical" href={head.canonical} />
        {!head.indexed && <meta name="robots" content="noindex" />}
        <meta property="og:type" content="website" />
        <meta property="og:site_name" content={head.restaurant.name} />
        <meta property="og:locale" content="en_NG" />
        <meta property="og:title" content={head.title} />
        <meta property="og:description" content={head.description} />
        <meta property="og:url" content={head.canonical} />
        {head.card && (
          <>
            <meta property="og:image" content={head.card.url} />
            <meta property="og:image:type" content="image/jpeg" />
            <meta property="og:image:width" content="1200" />
            <meta property="og:image:height" content="630" />
            <meta property="og:image:alt" content={head.card.alt} />
            <meta name="twitter:card" content="summary_large_image" />
          </>
        )}
        <meta name="color-scheme" content="dark light" />
        <meta name="theme-color" content={brand?.dark ?? '#17110e'} media="(prefers-color-scheme: dark)" />
        <meta name="theme-color" content={brand?.light ?? '#fff8ee'} media="(prefers-color-scheme: light)" />
        <meta name="format-detection" content="telephone=no" />
        <meta name="apple-mobile-web-app-title" content={head.restaurant.shortName} />
        <link rel="icon" href={`/favicon.ico${look}`} sizes="32x32" />
        <link rel="icon" href={`/icons/icon.svg${look}`} type="image/svg+xml" />
        <link rel="apple-touch-icon" href={`/icons/icon-180.png${look}`} />
        <link rel="manifest" href="/manifest.webmanifest" />
        {assets.fonts.map((font) => (
          <link key={font} rel="preload" as="font" type="font/woff2" href={font} crossOrigin="anonymous" />
        ))}
        {/* The first script marks the document for the style sheet, so it must run before the first paint. A plain
            script does; a module would run later. The built file has no imports, so a plain script is enough. */}
        {import.meta.env.PROD && first && (
          <script src={first} data-requests={requests.paths.join(' ') || undefined} data-sizes={requests.sizes} />
        )}
        {assets.styles.map((style) => (
          <link key={style} rel="stylesheet" href={style} />
        ))}
        {/* Low priority, because browsers otherwise load modules before pictures. */}
        {assets.modules.map((module) => (
          <link key={module} rel="modulepreload" href={module} fetchPriority="low" />
        ))}
        {(import.meta.env.PROD ? later : assets.scripts).map((script) => (
          <script key={script} type="module" src={script} fetchPriority="low" />
        ))}
      </head>
      <body>
        <noscript>
          <p className="bg-wash-plantain px-4 py-3 text-center font-semibold">{withoutScript}</p>
        </noscript>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: React's own output */}
        <div id="root" dangerouslySetInnerHTML={{ __html: body }} />
        {/* A script element with JSON is never executed, so the content security policy allows it. */}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: see above */}
        <script id="state" type="application/json" dangerouslySetInnerHTML={{ __html: state }} />
        {head.structuredData && (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
          <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: head.structuredData }} />
        )}
      </body>
    </html>
  )
}
