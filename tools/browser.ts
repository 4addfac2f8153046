import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

/** Tried in this sequence, because the headless shell starts fastest. */
const system = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
]

/** Returns the browser for tests: CHROMIUM_PATH, Playwright's own or the system's. Installs one if none is found. */
export function findBrowser(): string {
  const found = lookUp()
  if (found) return found
  console.log('  No browser found: installing one.')
  attempt('npx', ['playwright', 'install', '--with-deps', 'chromium'])
  if (!lookUp() && process.platform === 'linux') {
    // The distribution may have a package where Playwright's download fails.
    attempt('apt-get', ['update', '-qq'])
    attempt('apt-get', ['install', '-y', '-qq', 'chromium-headless-shell'])
    if (!lookUp()) attempt('apt-get', ['install', '-y', '-qq', 'chromium'])
  }
  const installed = lookUp()
  if (!installed) throw new Error('No browser to test with. Install Chromium and set CHROMIUM_PATH to it.')
  return installed
}

function lookUp(): string | undefined {
  const given = process.env.CHROMIUM_PATH
  if (given) {
    if (!existsSync(given)) throw new Error(`CHROMIUM_PATH is ${given}, and there is no such file.`)
    return given
  }
  return [chromium.executablePath(), ...system].find((path) => existsSync(path))
}

function attempt(command: string, words: string[]): void {
  try {
    execFileSync(command, words, { stdio: 'inherit' })
  } catch {
    // findBrowser tries the next way, and throws if none worked.
  }
}

/** Root needs `--no-sandbox`. The other flags stop background requests. */
export const browserFlags = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
