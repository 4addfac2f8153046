import type { DehydratedState } from '@tanstack/react-query'

/** What the page's first script needs to go on where the server stopped. */
export type PageState = {
  readonly queries: DehydratedState
  /** How far the live events are already in what the page shows. */
  readonly cursor: string
}

/** The files a page starts with, as the build named them. */
export type PageAssets = {
  /** In the order in which they run. */
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
  /** Modules that the first script will ask for: named early, they load side by side. */
  readonly modules: readonly string[]
  readonly fonts: readonly string[]
}

export type Head = {
  readonly title: string
  readonly description: string
  /** Absolute. */
  readonly canonical: string
  readonly listed: boolean
}

/** The document around a page. Everything in it is the same for everybody. */
export function Document({
  head,
  assets,
  state,
  body,
}: {
  head: Head
  assets: PageAssets
  state: PageState
  /** The app as HTML, rendered by itself: the ids in it are those that the browser makes when it takes over. */
  body: string
}) {
  return (
    <html lang="en-NG">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>{head.title}</title>
        <meta name="description" content={head.description} />
        <link rel="canonical" href={head.canonical} />
        {!head.listed && <meta name="robots" content="noindex" />}
        <meta name="color-scheme" content="dark light" />
        <meta name="theme-color" content="#17110e" media="(prefers-color-scheme: dark)" />
        <meta name="theme-color" content="#fff8ee" media="(prefers-color-scheme: light)" />
        <meta name="format-detection" content="telephone=no" />
        <link rel="icon" href="/icons/icon-32.png" sizes="32x32" type="image/png" />
        <link rel="apple-touch-icon" href="/icons/icon-180.png" />
        {assets.fonts.map((font) => (
          <link key={font} rel="preload" as="font" type="font/woff2" href={font} crossOrigin="anonymous" />
        ))}
        {assets.styles.map((style) => (
          <link key={style} rel="stylesheet" href={style} />
        ))}
        {assets.modules.map((module) => (
          <link key={module} rel="modulepreload" href={module} />
        ))}
        {assets.scripts.map((script) => (
          <script key={script} type="module" src={script} />
        ))}
      </head>
      <body>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: React's own output */}
        <div id="root" dangerouslySetInnerHTML={{ __html: body }} />
        {/* A data block: it is never run, so the content policy lets it stand. */}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every '<' written as an escape */}
        <script id="state" type="application/json" dangerouslySetInnerHTML={{ __html: inert(state) }} />
      </body>
    </html>
  )
}

/** JSON that cannot close the element it stands in. */
function inert(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}
