import { expect, test } from 'vitest'
import { freshDatabase } from '#tests/support/database.ts'
import { migrate } from './migrate.ts'

const database = await freshDatabase()

test('PEOPLE-3: migration 0068 gives a username with marked letters a plain e-mail, in the order of the accounts’ age, and a search without marks finds the username', async () => {
  await database.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
  await migrate(database.connection, undefined, '0058-menu-draft.sql')
  await database.pool.query(`INSERT INTO users (id, name, username, email, created_at) VALUES
    ('a', 'Tóbi', 'Tóbi', 'tbi@grill.example', '2026-01-01'),
    ('b', 'Tobi', 'Tobi', 'tobi@grill.example', '2026-01-02'),
    ('c', 'Ọládé', 'Ọládé', 'ld@grill.example', '2026-01-03'),
    ('d', 'Olàdé', 'Olàdé', 'old@grill.example', '2026-01-04'),
    ('e', 'Ɗan Wake', 'Ɗan Wake', 'anwake@grill.example', '2026-01-05'),
    ('f', 'Guest', 'Guést 1234', 'f@guest.invalid', '2026-01-06')`)
  await migrate(database.connection)
  const { rows } = await database.pool.query('SELECT id, email FROM users ORDER BY id')
  expect(rows.map(({ email }) => email)).toEqual([
    // Another account already has tobi@grill.example.
    'tbi@grill.example',
    'tobi@grill.example',
    'olade@grill.example',
    'old@grill.example',
    'danwake@grill.example',
    'f@guest.invalid',
  ])
  const found = await database.pool.query(
    "SELECT id FROM users WHERE customer_words(username, phone, guest_phone) @@ search_query('dan wake')::tsquery",
  )
  expect(found.rows).toEqual([{ id: 'e' }])
})
