// `npm run art [-- NAME …]`: composes the drawn pictures of the farm from their recipes and writes them to restaurant/pictures. It is
// run after a change of a recipe; what it makes is committed.
import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { composePlate } from './art/plates.ts'
import { recipes } from './art/recipes.ts'

/** Pixels. Heads of pages stand wider than the rest: the widest that a page asks for. */
const widthOf = (name: string) => (name.endsWith('hero') ? 1080 : 960)

const folder = fileURLToPath(new URL('../restaurant/pictures', import.meta.url))
const { positionals } = parseArgs({ allowPositionals: true })
const unknown = positionals.find((name) => !recipes[name])
if (unknown !== undefined) {
  console.error(`\n  demo/art/recipes.ts has no "${unknown}".\n`)
  process.exit(1)
}

await mkdir(folder, { recursive: true })
let bytes = 0
for (const [name, plate] of Object.entries(recipes)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  const { data, ...raw } = await composePlate(plate, name, widthOf(name))
  const file = join(folder, `${name}.avif`)
  // Every width is encoded once more from this: a lower quality shows there.
  await sharp(data, { raw: { ...raw, channels: 4 } })
    .avif({ quality: 60, effort: 2 })
    .toFile(file)
  const { size } = await stat(file)
  bytes += size
  console.log(`  ${name}.avif`.padEnd(40), `${(size / 1000).toFixed(1)} kB`.padStart(10))
}
console.log(`  ${(bytes / 1_000_000).toFixed(1)} MB in all`)
