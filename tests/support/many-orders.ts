import type pg from 'pg'

/**
 * Copies a finished order and its quote `count` times, with movements and audit entries. `staffId` did half of the
 * actions. Adds a customer with a session for every five orders, and an unplaced quote for every ten. `after` is the
 * number of earlier copies.
 */
export async function multiplyOrder(
  database: Pick<pg.Pool, 'query'>,
  { orderId, staffId, count, after = 0 }: { orderId: string; staffId: string; count: number; after?: number },
): Promise<void> {
  const people = Math.ceil((after + count) / 5)
  const newPeople = `generate_series(${Math.ceil(after / 5) + 1}, ${people})`
  const someone = `'grown-' || (1 + n % ${people})`
  const ago = `now() - make_interval(secs => 86400 + n * 20)`
  await database.query(
    `insert into users (id, name, email, username)
     select 'grown-' || n, 'Grown ' || n, 'grown-' || n || '@grown.example', 'grown ' || n from ${newPeople} n`,
  )
  await database.query(
    `insert into sessions (id, user_id, token, expires_at)
     select 'grown-' || n, 'grown-' || n, 'grown-' || n, now() + interval '20 days' from ${newPeople} n`,
  )
  await database.query(
    `insert into push_subscriptions (endpoint, user_id, session_id, p256dh, auth)
     select 'https://push.example/' || id, user_id, id, '', '' from sessions where id like 'grown-%5' on conflict do nothing`,
  )
  const copies = [`lpad(n::text, 9, '0')`, `generate_series(${after + 1}, ${after + count})`] as const
  const unplaced = [
    `'U' || lpad(n::text, 8, '0')`,
    `generate_series(${Math.ceil(after / 10) + 1}, ${Math.ceil((after + count) / 10)})`,
  ] as const
  for (const [[id, numbers], placed] of [
    [copies, true],
    [unplaced, false],
  ] as const) {
    await database.query(
      `insert into quotes (id, customer_id, request_key, terms, open, placed, created_at, expires_at)
       select ${id}, ${someone}, ${id}, quote.terms, ${!placed}, ${placed}, at, at + interval '1 hour'
         from quotes quote, ${numbers} n, lateral (select ${placed ? ago : `now() - make_interval(hours => 2 + n % 600)`}) moment (at)
        where quote.id = $1`,
      [orderId],
    )
  }
  // Writing all search words in one statement might exceed its time limit.
  for (let first = after + 1; first <= after + count; first += 1000) {
    await copyOrder(database, orderId, {
      numbers: `generate_series(${first}, ${Math.min(first + 999, after + count)})`,
      given: {
        id: copies[0],
        customer_id: someone,
        link_code: 'null',
        ...Object.fromEntries(
          ['claimed_at', 'created_at', 'updated_at', 'ready_at', 'finished_at'].map((name) => [name, ago]),
        ),
      },
    })
  }
  await database.query(
    `insert into movements (at, kind, place, order_id, amount, method, sender, reference, recorded_by)
     select ${ago}, 'received', 'account:demo-bank', ${copies[0]}, received, 'transfer', 'GROWN', 'grown ' || n, $1
       from ${copies[1]} n, orders template where template.id = $2`,
    [staffId, orderId],
  )
  await database.query(
    `insert into audit (actor_id, actor_role, action, subject, detail)
     select case n % 2 when 0 then $1 else ${someone} end, case n % 2 when 0 then 'owner' else 'customer' end,
            case n % 2 when 0 then 'order.complete' else 'order.place' end, 'order:' || lpad((n / 2)::text, 9, '0'), '{}'
       from generate_series(${2 * after + 2}, ${2 * (after + count) + 1}) n`,
    [staffId],
  )
  await database.query('analyze')
}

/**
 * Copies a finished order `count` times as open orders from 100 network addresses, each of another customer of
 * `multiplyOrder`. `given` has columns as SQL, in which `n` counts from `first`.
 */
export async function addOpenOrders(
  database: Pick<pg.Pool, 'query'>,
  orderId: string,
  { first, count, given = {} }: { first: number; count: number; given?: Readonly<Record<string, string>> },
): Promise<void> {
  const numbers = `generate_series(${first}, ${first + count - 1})`
  const id = `'W' || lpad(n::text, 8, '0')`
  const someone = `'grown-' || n`
  await database.query(
    `insert into quotes (id, customer_id, request_key, terms, open, placed, expires_at, address_key)
     select ${id}, ${someone}, ${id}, quote.terms, false, true, now() + interval '1 hour', 'address-' || n % 100
       from quotes quote, ${numbers} n where quote.id = $1`,
    [orderId],
  )
  const moments = ['claimed_at', 'created_at', 'updated_at'].map((name) => [name, 'now()'])
  const nulls = ['link_code', 'found_at', 'started_at', 'ready_at', 'finished_at'].map((name) => [name, 'null'])
  await copyOrder(database, orderId, {
    numbers,
    given: {
      id,
      customer_id: someone,
      status: `'pending'`,
      payment: `'claimed'`,
      received: '0',
      ...Object.fromEntries([...moments, ...nulls]),
      ...given,
    },
  })
}

/** Copies the order's row once for each number `n`. `given` replaces columns by SQL. */
async function copyOrder(
  database: Pick<pg.Pool, 'query'>,
  orderId: string,
  { numbers, given }: { numbers: string; given: Readonly<Record<string, string>> },
): Promise<void> {
  const { rows } = await database.query<{ name: string }>(
    `select column_name as name from information_schema.columns
      where table_schema = 'public' and table_name = 'orders' and is_generated = 'NEVER'`,
  )
  const names = rows.map(({ name }) => name)
  await database.query(
    `insert into orders (${names.join(', ')})
     select ${names.map((name) => given[name] ?? `template.${name}`).join(', ')}
       from orders template, ${numbers} n where template.id = $1`,
    [orderId],
  )
}
