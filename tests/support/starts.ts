import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished } from 'vitest'
import { clearDataDir, type RunningServer, readyDataDir, startServer, temporaryDataDir } from './running-server.ts'

// Shared parts of the tests of starts and stops. A test file that makes folders calls `clearFolders` in `afterAll`.

export const repository = fileURLToPath(new URL('../..', import.meta.url))
const folders: string[] = []

/** Stops the databases in the folders made since the last call, and removes the folders. */
export async function clearFolders(): Promise<void> {
  // A data folder is removed before its parent, because the data folder tells where its database is.
  for (const folder of folders.splice(0).reverse()) await clearDataDir(folder)
}

/** Registers a folder that a program makes, so that `clearFolders` removes it. */
export function alsoClear(folder: string): void {
  folders.push(folder)
}

export async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'buka-start-'))
  folders.push(folder)
  return folder
}

export async function dataFolder(path?: string): Promise<string> {
  const folder = await temporaryDataDir(path)
  folders.push(folder)
  return folder
}

export async function readyFolder(): Promise<string> {
  const folder = await readyDataDir()
  folders.push(folder)
  return folder
}

export async function started(env: Record<string, string> = {}): Promise<RunningServer> {
  const server = await startServer({ env })
  onTestFinished(server.stop)
  return server
}

export async function json<Body>(response: Response): Promise<Body> {
  expect(response.ok, `${response.url} ${response.status}`).toBe(true)
  return (await response.json()) as Body
}

export function post(url: string, body: object, cookie = ''): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Cookie: cookie },
    body: JSON.stringify(body),
  })
}

export function cookiesOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

export const ada = {
  username: 'Ada',
  password: 'palm wine and pepper',
  phone: '08031234567',
  locationId: 'victoria-island',
  address: '17 Almond Close',
}

export const cart = {
  items: [{ itemId: 'jollof-rice', selection: {}, quantity: 1, chefComment: 'plenty of crayfish' }],
  deliveryMethod: 'delivery',
  deliveryAddress: '3 Bamboo Lane',
  locationId: 'lekki-phase-1',
  contactPhone: '08059876543',
  payerName: 'Uncle Femi',
}

export async function placeOrder(url: string, cookie: string): Promise<{ id: string }> {
  const quote = await json<{ id: string }>(await post(`${url}/api/quotes`, cart, cookie))
  return await json(await post(`${url}/api/orders`, { quoteId: quote.id }, cookie))
}
