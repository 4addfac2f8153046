import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** How the files of pages end: `web/data/missing-part.ts` tells a missing page from a missing part by it. */
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
        // The server names what a page starts with, and `Link` asks early for what comes next.
        modulePreload: false,
        rolldownOptions: {
          // A first start prints nothing of how long plugins take.
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
                // The small parts that most pages show, and the hours of dishes, which the cart needs without their cards.
                {
                  name: 'kit',
                  test: modules(
                    'web/ui/[\\w-]+',
                    'web/ui/forms/(field|location-select)',
                    'web/app/navigation/refocus',
                    'web/data/clock',
                    'domain/restaurant/served',
                    'domain/text/spans',
                  ),
                  minShareCount: 4,
                  priority: 3,
                },
                // The dishes of menu, home and search.
                { name: 'dishes', test: modules('web/customer/menu/dish-grid'), priority: 2 },
                // Code about orders that cart, payment and orders share, and the outbox.
                {
                  name: 'order',
                  test: modules(
                    'web/orders/(totals|order-details|stages|line-choices|slots/slots-query)',
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
