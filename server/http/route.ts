import type { Context } from 'hono'
import type { Answer, EndpointName, Endpoints, Parsed, Status } from '#contract/endpoints.ts'
import type { User } from '#contract/session.ts'
import type { Database } from '../db/database.ts'

/** The call that a handler gets: the request parsed by the endpoint's schemas, and the caller. */
export type Call<Name extends EndpointName> = {
  readonly params: Parsed<Name, 'params'>
  readonly query: Parsed<Name, 'query'>
  readonly body: Endpoints[Name] extends { takes: string } ? Buffer : Parsed<Name, 'body'>
  /** The signed-in user; always set if the endpoint requires a role. */
  readonly user: Endpoints[Name]['by'] extends 'anyone' ? User | undefined : User
  /** The caller's network address, for limits; never logged. */
  readonly address: string
  readonly headers: Headers
  readonly context: Context
}

/**
 * The return value of a handler, sent as JSON with 200, or as 204 if undefined; a `Reply` sets another status or
 * headers.
 */
type Returned<Name extends EndpointName> = Endpoints[Name] extends { raw: string }
  ? Response
  : Answer<Name> | Reply<Answer<Name>, Status<Name>>

export type Handlers = {
  readonly [Name in EndpointName]: (call: Call<Name>) => Promise<Returned<Name>>
}

type Commands<Name extends EndpointName> = {
  readonly [Each in Name]: (database: Database, call: Call<Each>) => Promise<Returned<Each>>
}

/** Returns the handlers of endpoints from commands and queries, which all take the database and the call. */
export function bind<Name extends EndpointName>(database: Database, commands: Commands<Name>): Pick<Handlers, Name> {
  const handlers = Object.entries<Commands<Name>[Name]>(commands).map(([name, command]) => [
    name,
    (call: Call<Name>) => command(database, call),
  ])
  return Object.fromEntries(handlers)
}

/** Returns a 201 reply for a new result, 200 for the result of an earlier request. */
export function created<Data>(data: Data, isNew: boolean): Reply<Data, 200 | 201> {
  return new Reply(isNew ? 201 : 200, data)
}

/** A response with another status than 200, or with headers. Several headers with one name are all sent. */
export class Reply<Data, Code extends number> {
  readonly status: Code
  readonly data: Data
  readonly headers: readonly (readonly [name: string, value: string])[]

  constructor(status: Code, data: Data, headers: Reply<Data, Code>['headers'] = []) {
    this.status = status
    this.data = data
    this.headers = headers
  }
}
