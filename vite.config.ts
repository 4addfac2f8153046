import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Matches the files of pages. `web/data/missing-part.ts` recognises a missing page by the end of its built name. */
const isPage = (file: string) => /-page\.tsx$|\/staff-pages\.ts$/.test(file)

/** Matches modules, each given by its path without the file extension. */
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
        // The content policy forbids data: addresses.
        assetsInlineLimit: 0,
        // The server's HTML names the modules of a page, and `Link` loads the next page early.
        modulePreload: false,
        rolldownOptions: {
          // Keep the time of plugins out of the output of a first start.
          checks: { bundlerTimings: false },
          // Each style sheet is an entry of its own: the document links one style sheet, and no script loads another.
          input: ['start-up/replay-early-click.ts', 'entry-client.tsx', 'styles/customers.css', 'styles/staff.css'].map(
            (file) => `web/app/${file}`,
          ),
          output: {
            chunkFileNames: ({ facadeModuleId }) =>
              `assets/[name]-[hash]${isPage(facadeModuleId ?? '') ? '.page' : ''}.js`,
            codeSplitting: {
              // Fewer files mean fewer requests at the start of a page.
              groups: [
                // The code with which every page starts: the frame, React and the query client.
                {
                  name: 'frame',
                  test: /\/web\/app\/(app|entry-client)\.tsx$|node_modules\/(react|react-dom|scheduler|@tanstack)\//,
                  priority: 4,
                },
                // The small parts that most pages show, and what the cart and the dish cards share.
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
                // The dishes on the menu, the home page and the search page.
                { name: 'dishes', test: modules('web/customer/menu/dish-grid'), priority: 2 },
                // The outbox, and the code about orders that the cart, payment and orders pages share.
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
