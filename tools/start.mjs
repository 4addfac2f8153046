// `npm start`. Plain JavaScript, so that an old Node can run this file and print a sentence. The script in
// package.json begins with `exec`: npm signals only its shell, which this program replaces.
import { fileURLToPath } from 'node:url'

const [major = 0] = process.versions.node.split('.').map(Number)
if (major < 24) {
  console.error(
    `\n  Buka runs on Node 24; this is ${process.versions.node}. On Linux and Windows \`npm ci\` brings it along;\n  elsewhere please install it.\n`,
  )
  process.exit(1)
}

// React then uses its production build.
process.env.NODE_ENV ??= 'production'

// Node stores its modules' compiled code for the next start.
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
