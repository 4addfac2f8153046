// Adds to package-lock.json the optional platform packages that npm left out.
//
// A registry mirror with the binaries of only one platform makes npm write a lock without the other platforms, and
// `npm ci` refuses that lock. Run this program after `npm install` if npm ci says "Missing: ... from lock file". With
// a complete registry it changes nothing.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

const path = new URL('../package-lock.json', import.meta.url)
const lock = JSON.parse(readFileSync(path, 'utf8'))

const systems = {
  linux: 'linux',
  darwin: 'darwin',
  win32: 'win32',
  windows: 'win32',
  win: 'win32',
  android: 'android',
  freebsd: 'freebsd',
  netbsd: 'netbsd',
  openbsd: 'openbsd',
  openharmony: 'openharmony',
  sunos: 'sunos',
  aix: 'aix',
  wasm32: 'none',
  webcontainers: 'none',
  macos: 'darwin',
}
const processors = {
  x64: 'x64',
  arm64: 'arm64',
  arm: 'arm',
  ia32: 'ia32',
  ppc64: 'ppc64',
  s390x: 's390x',
  riscv64: 'riscv64',
  loong64: 'loong64',
  mips64el: 'mips64el',
  wasm32: 'wasm32',
  aarch64: 'arm64',
  gnueabihf: 'arm',
  musleabihf: 'arm',
}

const added = []
for (const [place, entry] of Object.entries(lock.packages)) {
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    const known = lock.packages[`node_modules/${name}`] ?? lock.packages[`${place}/node_modules/${name}`]
    if (known) continue
    const words = name.split(/[/@-]+/)
    const os = words.map((word) => systems[word]).find(Boolean)
    const cpu = words.map((word) => processors[word]).find(Boolean)
    if (!os && !cpu) continue
    lock.packages[`node_modules/${name}`] = {
      version: range.replace(/^[~^]/, ''),
      ...(entry.dev && { dev: true }),
      optional: true,
      ...(os && { os: [os] }),
      ...(cpu && { cpu: [cpu] }),
      ...(words.includes('musl') && { libc: ['musl'] }),
    }
    added.push(name)
  }
}
// A package without integrity in the lock could be replaced on its way here. Its address (`resolved`) is left out, so
// that npm uses the configured registry.
const unproven = []
for (const [place, entry] of Object.entries(lock.packages)) {
  delete entry.resolved
  if (place === '' || entry.integrity || entry.link) continue
  const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const { stdout } = spawnSync('npm', ['view', `${name}@${entry.version}`, 'dist.integrity'], { encoding: 'utf8' })
  const { version, ...rest } = entry
  // If the fields had another order, npm would rewrite the file.
  if (stdout.trim()) lock.packages[place] = { version, integrity: stdout.trim(), ...rest }
  else unproven.push(name)
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`)
console.log(added.length > 0 ? `Added ${added.length} platform packages to the lock.` : 'The lock is complete.')
if (unproven.length > 0) {
  console.error(`The registry does not have these, so the lock has no integrity of them: ${unproven.join(', ')}.`)
  process.exitCode = 1
}
