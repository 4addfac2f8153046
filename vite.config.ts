import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Matches the files of pages. `web/data/missing-part.ts` recognises a missing page by the ending of its built name. */
const isPage = (file: string) => /-page\.tsx$|\/staff-pages\.ts$/.test(file)

/** Matches the files of modules, each given by its path without an ending. */
const modules = (...paths: string[]) => new RegExp(`/(${paths.join('|')})\\.tsx?$`)

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), tailwindcss()],
  appType: 'custom',
  build: isSsrBuild
    ? {
        outDir: 'dist/render',
        rolldownOptions: { input: 'web/app/entry-render.tsx', checks: { bundlerTimings: false } },
      }
    : {
        outDir: 'dist/client',
        manifest: true,
        // A data: address would need a hole in the content policy.
        assetsInlineLimit: 0,
        // The server's HTML names the modules of a page, and `Link` loads the next page early.
        modulePreload: false,
        rolldownOptions: {
          // Keep how long plugins take out of the output of a first start.
          checks: { bundlerTimings: false },
          // Style sheets are entries of their own: the document links one, and no script loads another.
          input: ['start-up/replay-early-click.ts', 'entry-client.tsx', 'styles/customers.css', 'styles/staff.css'].map(
            (file) => `web/app/${file}`,
          ),
          output: {
            chunkFileNames: ({ facadeModuleId }) =>
              `assets/[name]-[hash]${isPage(facadeModuleId ?? '') ? '.page' : ''}.js`,
            codeSplitting: {
              // Every page starts with React and the query client: one request instead of several.
              groups: [
                // The code that every page starts with: the frame and its imports.
                {
                  name: 'frame',
                  test: /\/web\/app\/(app|entry-client)\.tsx$|node_modules\/(react|react-dom|scheduler|@tanstack)\//,
                  priority: 4,
                },
                // The small parts that most pages show, and what the cart and the cards of dishes share.
                {
                  name: 'kit',
                  test: modules(
                    'web/ui/[\\w-]+',
                    'web/ui/forms/(field|location-select)',
                    'web/app/navigation/refocus',
                    'web/data/clock',
                    'web/data/storage/details-store',
                    'domain/restaurant/served',
                    'domain/text/spans',
                  ),
                  minShareCount: 4,
                  priority: 3,
                },
                // The dishes that menu, home page and search show.
                { name: 'dishes', test: modules('web/customer/menu/dish-grid'), priority: 2 },
                // Code about orders that cart, payment and orders share, and the outbox.
                {
                  name: 'order',
                  test: modules(
                    'web/orders/(totals|order-details|stages|line-choices|pick-up-place|slots/slots-query)',
                    'web/customer/sign-in/sign-in-gate',
                    'web/data/outbox/use-outbox',
                    'web/data/storage/(cart-notice|just-placed)',
                    'domain/menu/line-choices',
                    'domain/restaurant/later',
                  ),
                  priority: 1,
                },
              ],
            },
          },
        },
      },
}))
