import { createHmac } from 'node:crypto'
import type pg from 'pg'
import { StartError } from '../process/start-error.ts'
import { type SecretName, variableOf } from './data-folder.ts'

/**
 * Refuses a server whose secrets differ from those of the other servers on its database, because a cookie of one server
 * would be invalid on the others. The first server stores a fingerprint of each secret. With `replaces`, this server's
 * fingerprints replace the stored ones. Throws StartError.
 */
export async function requireSharedSecrets(
  pool: pg.Pool,
  secrets: Readonly<Record<SecretName, string>>,
  { replaces }: { replaces: boolean },
): Promise<void> {
  const wanted = Object.fromEntries(
    Object.entries(secrets).map(([name, secret]) => [
      name,
      createHmac('sha256', secret).update(`buka ${name}`).digest('hex'),
    ]),
  )
  const { rows } = await pool.query<{ secrets: Record<string, string> }>(
    // In `a || b`, the values of `b` replace those of `a`.
    `update instance set secrets = case when $2 then secrets || $1 else $1 || secrets end returning secrets`,
    [wanted, replaces],
  )
  const other = (Object.keys(secrets) as SecretName[]).find((name) => rows[0]?.secrets[name] !== wanted[name])
  if (other === undefined) return
  throw new StartError(
    `The servers of this database have another ${other}. Give this one the same: ${variableOf[other]}, or the file ${other} of their DATA_DIR. If that is lost, start once with REPLACE_SECRETS=on: ${lost[other]}.`,
  )
}

const lost: Readonly<Record<SecretName, string>> = {
  'auth-secret': 'everybody signs in again',
  'push-secret': 'a phone gets no messages until it opens its orders or the desk again',
}
