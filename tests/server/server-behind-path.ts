import { type Person, plainDishes, signUp } from '../faults/people.ts'
import { type DatabasePath, openDatabasePath } from '../support/database-path.ts'
import { type RunningServer, startServer } from '../support/running-server.ts'

/** Starts a server that reaches its database through `path`, signs up a customer, and finds a dish without choices. */
export async function openServerBehindPath(databaseUrl: string): Promise<{
  readonly path: DatabasePath
  readonly server: RunningServer
  readonly customer: Person
  readonly dish: string
  stop(): Promise<void>
}> {
  const path = await openDatabasePath(databaseUrl)
  const server = await startServer({ env: { DATABASE_URL: path.url } })
  const customer = await signUp(server.url, 1)
  const [dish = ''] = await plainDishes(server.url)
  return {
    path,
    server,
    customer,
    dish,
    async stop() {
      await server.stop()
      await path.close()
    },
  }
}
