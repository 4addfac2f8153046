import type { Server } from 'node:http'
import type { Paths, Render, Web } from './web-build.ts'

/** Serves the web from its sources through Vite, only for `npm run dev`. */
export async function openDevelopment(server: Server, stops: (() => Promise<void>)[]): Promise<Web> {
  const { createServer } = await import('vite')
  // 'native' loads the configuration in place. Other loaders write a bundled copy, at which `node --watch` restarts
  // endlessly.
  const vite = await createServer({
    configLoader: 'native',
    server: { middlewareMode: true, hmr: { server } },
    appType: 'custom',
  })
  stops.push(() => vite.close())
  return {
    folder: undefined,
    middleware: vite.middlewares,
    assets: () => ({
      scripts: ['/web/app/start-up/replay-early-click.ts', '/web/app/entry-client.tsx'],
      styles: ['/web/app/styles/customers.css'],
      modules: [],
      fonts: [],
    }),
    paths: async () => {
      const { paths } = (await vite.ssrLoadModule('/web/app/entry-render.tsx')) as { paths: Paths }
      return paths
    },
    render: async (request) => {
      const { render } = (await vite.ssrLoadModule('/web/app/entry-render.tsx')) as { render: Render }
      const html = await render(request)
      return html && vite.transformIndexHtml(request.path ?? '/', html)
    },
  }
}
