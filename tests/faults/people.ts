import { setTimeout as sleep } from 'node:timers/promises'
import { asFormerNames, withTodaysNames } from '#contract/last-release.ts'
import type { ProblemBody } from '#contract/problem.ts'
import type { Session } from '#contract/session.ts'
import { addApp } from '../support/totp.ts'
import { CannotStart } from './report.ts'

/** A request without an answer for this many milliseconds fails the run. */
export const answerTimeout = 60_000

export type Person = {
  readonly id: string
  readonly cookie: string
  /**
   * Repeats a request, like a page, until there is an answer. `hurried` is the timeout of the first attempt in
   * milliseconds.
   */
  send<Body>(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH',
    path: string,
    body?: object,
    hurried?: number,
  ): Promise<Answer<Body>>
}
export type Answer<Body> = { readonly status: number; readonly body: Body; readonly attempts: number }

/** Signs a new customer up, with a separate network address if the server trusts a proxy. */
export async function signUp(url: string, index: number, locationId = 'victoria-island'): Promise<Person> {
  return enter(url, '/api/customers', index, {
    username: `Guest ${index}`,
    password: 'one pot of egusi',
    phone: `0803${String(1_234_000 + index)}`,
    locationId,
    address: '1 Palm Street',
  })
}

/** Signs in. `addsApp` adds an authenticator app if the account needs a second factor. */
export async function signIn(
  url: string,
  identifier: string,
  password: string,
  { addsApp = false } = {},
): Promise<Person> {
  return enter(url, '/api/session', 0, { identifier, password }, addsApp)
}

async function enter(
  url: string,
  path: string,
  index: number,
  form: { readonly password: string; readonly [field: string]: string },
  addsApp = false,
): Promise<Person> {
  let cookie = ''
  const post = async (path: string, body: object): Promise<unknown> => {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { Cookie: cookie, 'Content-Type': 'application/json', 'X-Forwarded-For': addressOf(index) },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Refused(path, (await response.json()) as ProblemBody)
    const given = response.headers.getSetCookie().map((line) => line.split(';')[0])
    if (given.length > 0) cookie = given.join('; ')
    return response.json()
  }
  const { user, incomplete } = (await post(path, form)) as Session
  if (incomplete && !addsApp) throw new CannotStart('Staff need a second factor here. Set SECOND_FACTOR=off.')
  if (incomplete) await addApp(post, form.password)
  return { id: (user ?? incomplete?.user)?.id ?? '', cookie, send: sender(url, cookie) }
}

export function addressOf(index: number): string {
  return `10.0.${Math.floor(index / 250)}.${1 + (index % 250)}`
}

/**
 * Returns the person with requests that take another route to the server. `patience` is the timeout in milliseconds.
 */
export function over(url: string, person: Person, patience: number): Person {
  return { ...person, send: sender(url, person.cookie, patience) }
}

function sender(url: string, cookie: string, patience = answerTimeout): Person['send'] {
  return async (method, path, body, hurried) => {
    const deadline = performance.now() + patience
    for (let attempts = 1; performance.now() < deadline; attempts++) {
      const wait = attempts === 1 && hurried !== undefined ? hurried : 8000
      const request = { method, headers: { Cookie: cookie, 'Content-Type': 'application/json' } }
      const sent = body && { body: JSON.stringify(asFormerNames(body)) }
      const answer = await ask(`${url}${path}`, { ...request, ...sent }, wait)
      if (answer && answer.status < 400) return { ...answer, attempts } as never
      if (answer && answer.status < 500) throw new Refused(path, answer.body as ProblemBody)
      await sleep((20 + Math.random() * 80) * Math.min(attempts, 10))
    }
    throw new Error(`${path} had no answer for ${patience} ms.`)
  }
}

export class Refused extends Error {
  override name = 'Refused'
  readonly code: string

  constructor(path: string, problem: ProblemBody) {
    super(`${path} was refused: ${JSON.stringify(problem)}`)
    this.code = problem.code
  }
}

/**
 * Returns an answer with the field names of this release, even from a server of the last release; undefined if it was
 * lost.
 */
async function ask(url: string, init: RequestInit, wait: number) {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(wait) })
    return { status: response.status, body: withTodaysNames<unknown>(await response.json()) }
  } catch {
    return undefined
  }
}

/** Returns the ids of available dishes that can be ordered without a choice. */
export async function plainDishes(url: string): Promise<string[]> {
  const response = await fetch(`${url}/api/menu/extra-sides`)
  const { items } = withTodaysNames(await response.json()) as {
    items: { id: string; isAvailable: boolean; takesNote: boolean; groups: unknown[] }[]
  }
  return items.filter((item) => item.isAvailable && item.takesNote && item.groups.length === 0).map(({ id }) => id)
}
