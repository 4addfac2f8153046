// `npm start`. Plain JavaScript, because it may run under an old Node and must say so in a sentence.
// The script of package.json makes the shell's `node` replace the shell, so that signals reach this program, with the words
// that npm writes behind it (`npm start -- --empty`). Windows has no `eval` and goes on behind the `||`.
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'

const [major = 0] = process.versions.node.split('.').map(Number)
if (major < 24) {
  console.error(
    `\n  Buka runs on Node 24; this is ${process.versions.node}. On Linux and Windows \`npm ci\` brings it along;\n  elsewhere please install it.\n`,
  )
  process.exit(1)
}

// This process works for a moment and then waits for months: code that is compiled for speed, and the pages of Node that compile
// it, would only take memory, as would room for young objects that grows while the modules load.
for (const flag of ['--no-sparkplug', '--no-maglev', '--no-opt', '--semi-space-growth-factor=1'])
  setFlagsFromString(flag)

// Else pages are rendered by React's development build, which is slower.
process.env.NODE_ENV ??= 'production'

// Node's compile cache makes a start faster by a third.
const { enableCompileCache } = await import('node:module')
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../node_modules/.cache/buka/code', import.meta.url))
enableCompileCache(process.env.NODE_COMPILE_CACHE)

const { buildWhatIsMissing } = await import('./build-missing.ts')
await buildWhatIsMissing().catch((error) => {
  if (!['EROFS', 'EACCES', 'EPERM', 'ENOSPC', 'EDQUOT'].includes(error.code)) throw error
  console.error(
    `\n  The pages are not built for these sources, and cannot be written here (${error.code}).\n  Run \`npm run build\` as a user who can.\n`,
  )
  process.exit(1)
})
await import('../dist/server/start.js')
