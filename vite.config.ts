import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { reactModules } from './tools/react-modules.ts'

const plainPreload = `export const __vitePreload = (load) => load().catch((payload) => {
  dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }))
  throw payload
})`

/**
 * Vite wraps every `import()` to fetch the styles of what is imported first. All styles are in one file here, which the
 * page has: of the wrapping, half a kilobyte, only the word of what could not be loaded is left (web/sync/offline/missing-part.ts).
 */
const plainImports: Plugin = {
  name: 'plain-imports',
  enforce: 'pre',
  apply: 'build',
  load(id) {
    return id === '\0vite/preload-helper.js' ? plainPreload : undefined
  },
}

/**
 * A part that shares its file with others is asked for in a file of its own, which only names the other one: on a slow network
 * that is a second wait. Here the file with the part is asked for at once. The other stays, because the manifest names it.
 */
const directParts: Plugin = {
  name: 'direct-parts',
  apply: 'build',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
    for (const { code, fileName } of chunks) {
      const [, exported, file] = /^export\{([^}]+)\}from"(\.\/[\w.-]+)";\s*$/.exec(code) ?? []
      if (!exported) continue
      const names = exported
        .split(',')
        .map((name) => name.replace(/^(\S+)(?: as (\S+))?$/, (_, from, to = from) => `${to}:part.${from}`))
      const asked = `import(\`./${fileName.replace(/^.*\//, '')}\`)`
      if (!chunks.some((chunk) => chunk.code.includes(asked))) this.error(`Nobody asks for ${fileName} by ${asked}.`)
      for (const chunk of chunks) {
        chunk.code = chunk.code.replaceAll(asked, () => `import(\`${file}\`).then(part=>({${names}}))`)
      }
    }
  },
}

/**
 * What the query library brings with every query and nothing here uses, more than three kilobytes of each first load: its files,
 * what takes the place of their exports, and the words of code that needs them. Its managers of focus and network only tell the
 * queries: nobody here sets them, and a page has one client, which listens for as long as the page is open.
 */
const unused = [
  {
    file: '/query-core/build/modern/infiniteQueryBehavior.js',
    instead: 'export const infiniteQueryBehavior = undefined, hasNextPage = undefined, hasPreviousPage = undefined',
    needs: /\buse(Suspense)?InfiniteQuery\b/,
  },
  {
    file: '/query-core/build/modern/mutationCache.js',
    instead: 'export class MutationCache { clear() {} async resumePausedMutations() {} }',
    needs: /\buse(IsMutating|Mutation(State)?)\b/,
  },
  {
    file: '/query-core/build/modern/timeoutManager.js',
    instead: 'export const timeoutManager = globalThis, systemSetTimeoutZero = (callback) => setTimeout(callback)',
    needs: /\btimeoutManager\b/,
  },
  {
    file: '/react-query/build/modern/IsRestoringProvider.js',
    instead: 'export const useIsRestoring = () => false, IsRestoringProvider = undefined',
    needs: /\b(PersistQueryClientProvider|IsRestoringProvider|useIsRestoring)\b/,
  },
  {
    // Of its queries no answer is stale or forgotten within a second.
    file: '/react-query/build/modern/suspense.js',
    instead: `export const defaultThrowOnError = (_, query) => query.state.data === undefined
export const ensureSuspenseTimers = () => {}
export const shouldSuspend = (options, result) => options?.suspense && result.isPending
export const fetchOptimistic = (options, observer, boundary) => observer.fetchOptimistic(options).catch(() => boundary.clearReset())`,
    needs: /\buseSuspenseQuery\([^)]*(staleTime|gcTime)/,
  },
  {
    file: '/query-core/build/modern/focusManager.js',
    instead: `const isFocused = () => globalThis.document?.visibilityState !== 'hidden'
export const focusManager = {
  isFocused,
  subscribe: (listener) => (addEventListener('visibilitychange', () => listener(isFocused())), () => {}),
}`,
    needs: /\bfocusManager\b/,
  },
  {
    file: '/query-core/build/modern/onlineManager.js',
    instead: `export const onlineManager = {
  isOnline: () => true,
  subscribe: (listener) => (addEventListener('online', () => listener(true)), () => {}),
}`,
    needs: /\bonlineManager\b|networkMode: '(?!always)/,
  },
]

const withoutUnused: Plugin = {
  name: 'without-unused',
  enforce: 'pre',
  apply: 'build',
  load(id) {
    return unused.find(({ file }) => id.endsWith(file))?.instead
  },
  transform(code, id) {
    const needed = id.includes('node_modules') ? undefined : unused.find(({ needs }) => needs.test(code))
    if (needed) this.error(`This needs ${needed.file}, which vite.config.ts leaves out of the build.`)
  },
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [plainImports, directParts, withoutUnused, reactModules, react(), tailwindcss()],
  appType: 'custom',
  build: isSsrBuild
    ? {
        outDir: 'dist/render',
        rolldownOptions: { input: 'web/app/entry-render.tsx' },
      }
    : {
        outDir: 'dist/client',
        manifest: true,
        // A data: address would need a hole in the content policy.
        assetsInlineLimit: 0,
        // The server names what a page starts with, and `Link` asks early for what comes next.
        modulePreload: false,
        rolldownOptions: {
          input: ['web/app/start-up/replay-early-click.ts', 'web/app/entry-client.tsx'],
          // React asks its scheduler for two functions that only a build for profiling has. `tsc` sees imports of ours.
          checks: { importIsUndefined: false },
          // The frame, with all it stands on, and the kit of most pages make one file with React and what starts them: small
          // files compress worse and cost a request each. (Measured: 85 kB for the menu instead of 92.)
          // What a single page uses of the query library stays with that page: 1.2 kB that nobody else pays. So does the
          // drawing of QR codes, which staff see once.
          output: {
            // What the navigation loads is told by its name (web/sync/offline/missing-part.ts).
            chunkFileNames: ({ facadeModuleId }) =>
              `assets/[name]-[hash]${/\/web\/(pages\/|app\/navigation\/staff-pages\.)/.test(facadeModuleId ?? '') ? '.page' : ''}.js`,
            codeSplitting: {
              groups: [
                {
                  name: 'frame',
                  test: /node_modules(?!\/qr\/|.*(queriesObserver|useQueries|mutationObserver|useMutation))|\/web\/frame\/(sign-in\/sign-in-on-demand|(?!footer)[\w-]+)\.tsx|\/web\/app\/(app|page-state|entry-client)\.|\/web\/app\/start-up\/(hydrated|after-first-paint|retry-import)|\/web\/app\/navigation\/wide\.|\/web\/api\/query-client|\/web\/sync\/(storage\/(cart-notice|just-placed)|outbox\/key)\.|\/domain\/(quote|order\.)|\/web\/ui\/(badge|boundary|button|lagos-time|needs-network|order\/(live-mark|line-choices)|picture|mark|price|skeleton|stepper|text-button|tiles)\./,
                },
                {
                  // Dishes stand on three pages, in the same company. Two of them have what moves by itself and can be stopped.
                  name: 'dishes',
                  test: /\/web\/(features\/menu\/(dish-|search-field|drafts|facts|add-to|in-cart|cart-action|customiser-ahead)|ui\/motion\/(marquee|pause-button)\.)/,
                  includeDependenciesRecursively: false,
                },
                {
                  // Loaded with the sheet, and used by the cards too.
                  name: 'customiser-sheet',
                  test: /\/web\/features\/menu\/(customiser-sheet|fly)\./,
                  includeDependenciesRecursively: false,
                },
                {
                  // What leads through the menu and narrows it down, and the cart beside it.
                  name: 'categories',
                  test: /\/web\/features\/menu\/(cart-beside-menu|category-nav|category-parts|filtered-dishes|filters)\./,
                  includeDependenciesRecursively: false,
                },
                {
                  // What is ordered, to where, and what it comes to, and who orders: the cart, the payment, the counter and what shows
                  // an order.
                  name: 'order',
                  test: /\/web\/(frame\/sign-in\/sign-in-gate|ui\/(row|order\/(totals|order-details))|features\/cart\/extras|sync\/storage\/details-store|app\/navigation\/refocus)\.|\/domain\/(delivery|tax)\./,
                  priority: 1,
                  includeDependenciesRecursively: false,
                },
                {
                  // What an order says, and what a customer's own order is shown with: each file is a request and a task of its
                  // own, which on a slow phone counts.
                  name: 'own-order',
                  test: /\/domain\/(bill|payment|substitution)\.|\/web\/(ui\/(order\/(standing|status-words|stages|stage-bar|order-picture)|copy|copy-button|motion\/load-on-press)|features\/orders\/(order-lines|status-badge|own-order))\./,
                  includeDependenciesRecursively: false,
                  priority: 1,
                },
                {
                  // Live updates, on every page after the first paint.
                  name: 'updates',
                  test: /\/web\/sync\/live\/|\/web\/api\/desk-orders\.|\/domain\/(desk|policy)\./,
                  includeDependenciesRecursively: false,
                },
                {
                  name: 'outbox',
                  test: /\/web\/sync\/(outbox\/(outbox|queue|store|upgrade|use-outbox)|storage\/(channel|ending-session))\./,
                  includeDependenciesRecursively: false,
                },
                {
                  // What is asked on the way there, as one part: three are on hardly any page without the fourth.
                  name: 'choice',
                  test: /\/web\/ui\/forms\/(choice|location-select|option-row|field)\.tsx/,
                  includeDependenciesRecursively: false,
                },
              ],
            },
          },
        },
      },
}))
