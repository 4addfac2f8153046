import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

/** Paths of Linux distributions. The headless shell starts faster. */
const system = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
]

/**
 * Returns the browser for tests: CHROMIUM_PATH, Playwright's own or the system's. Installs a browser if there is none.
 */
export function findBrowser(): string {
  const found = lookUp()
  if (found) return found
  console.log('  No browser found: installing one.')
  attempt('npx', ['playwright', 'install', '--with-deps', 'chromium'])
  if (!lookUp() && process.platform === 'linux') {
    // The distribution's package may be available where Playwright's download is not.
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
    // Ignore the failure and try the next way. findBrowser throws if none worked.
  }
}

/** Root needs `--no-sandbox`; the other switches stop background requests. */
export const browserFlags = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
