import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as Accounts from './bank-accounts.ts'

const now = Date.parse('2026-11-23T09:00:00Z')
const hour = 60 * 60_000
const kept = { bank: 'Demo Bank', number: '0000000011', name: 'Test Kitchen Ltd' }
const other = { bank: 'Sample Trust', number: '0000000022', name: 'Test Kitchen Ltd' }
const register: Accounts.Register = { accounts: [{ id: 'demo', ...kept }] }
const by = { id: 'change-1', by: 'kemi', now }

function proposed(before = register, accounts = [other], delayHours = 12): Accounts.Register {
  const result = Accounts.propose(before, { accounts, delayHours }, by)
  if (!result.ok) throw new Error(result.problem.detail)
  return result.value
}

describe('OWNER-4: a change of the bank accounts', () => {
  test('a change of bank accounts takes effect exactly after the delay of twelve hours', () => {
    const waiting = proposed()
    expect(waiting.accountChange).toMatchObject({ id: 'change-1', by: 'kemi', from: now + 12 * hour })
    expect(Accounts.settle(waiting, now + 12 * hour - 1).accounts).toEqual(register.accounts)
    const settled = Accounts.settle(waiting, now + 12 * hour)
    expect(settled.accounts).toEqual([{ id: 'sample-trust-0022', ...other }])
    expect(settled.formerAccounts).toEqual([{ id: 'demo', ...kept, until: now + 12 * hour }])
    expect(settled.accountChange).toBeUndefined()
  })

  test('a shorter delay for changes of bank accounts applies only after the current, longer delay', () => {
    const waiting = proposed(register, [kept], 1)
    expect(waiting.accountChange?.from).toBe(now + 12 * hour)
    expect(Accounts.delayOf(Accounts.settle(waiting, now + 11 * hour))).toBe(12)
    expect(Accounts.delayOf(Accounts.settle(waiting, now + 12 * hour))).toBe(1)
  })

  test('a change of bank accounts can be revoked until it takes effect, and a revoked change changes nothing', () => {
    const waiting = proposed()
    expect(Accounts.revoke(waiting, 'change-1', now + 11 * hour)).toEqual({ ok: true, value: register })
    expect(Accounts.revoke(waiting, 'change-2', now)).toMatchObject({ ok: false, problem: { code: 'not-found' } })
    expect(Accounts.revoke(waiting, 'change-1', now + 12 * hour)).toMatchObject({ problem: { code: 'not-found' } })
  })

  test('a change of bank accounts is refused if another change is pending, if nothing changes, or if an account is listed twice', () => {
    expect(Accounts.propose(proposed(), { accounts: [kept], delayHours: 12 }, by)).toMatchObject({ ok: false })
    expect(Accounts.propose(register, { accounts: [kept], delayHours: 12 }, by)).toMatchObject({
      problem: { detail: 'Nothing is changed.' },
    })
    const twice = [other, { ...other, bank: 'SAMPLE  TRUST' }]
    expect(Accounts.propose(register, { accounts: twice, delayHours: 12 }, by)).toMatchObject({
      problem: { field: 'accounts.1.number' },
    })
  })

  test('a bank account added again gets its former id, and another number at the same bank gets a new one', () => {
    const settled = Accounts.settle(proposed(), now + 12 * hour)
    const back = proposed(settled, [kept, { ...kept, number: '0000990011' }])
    expect(back.accountChange?.accounts.map(({ id }) => id)).toEqual(['demo', 'demo-bank-0011'])
    const again = Accounts.settle(back, now + 12 * hour)
    expect(again.formerAccounts?.map(({ id }) => id)).toEqual(['sample-trust-0022'])
  })

  test('a replaced bank account can be chosen at the desk for thirty days, and stays known permanently', () => {
    const settled = Accounts.settle(proposed(), now + 12 * hour)
    const ids = (accounts: readonly Accounts.Account[]) => accounts.map(({ id }) => id)
    const late = now + 12 * hour + 30 * 24 * hour
    expect(ids(Accounts.receiving(settled, late - 1))).toEqual(['sample-trust-0022', 'demo'])
    expect(ids(Accounts.receiving(settled, late))).toEqual(['sample-trust-0022'])
    expect(ids(Accounts.known(settled))).toEqual(['sample-trust-0022', 'demo'])
  })

  test('a person who has been owner for less than the delay cannot propose bank accounts', () => {
    const since = now - 12 * hour
    const terms = {
      accounts: [{ bank: 'Sample Trust', number: '0000000022', name: 'Test Kitchen Ltd' }],
      delayHours: 12,
    }
    const proposedAt = (at: number) => Accounts.propose(register, terms, { id: 'a', by: 'bisi', now: at, since })
    expect(proposedAt(now - 1)).toMatchObject({ ok: false, problem: { code: 'not-allowed' } })
    expect(proposedAt(now).ok).toBe(true)
  })

  test('after any proposals and revocations, every bank account is still known under its own id', () => {
    const account = fc.record({
      bank: fc.constantFrom('Demo Bank', 'Sample Trust', 'Ọ̀ṣun Savings'),
      number: fc.constantFrom('0000000011', '9900000011', '0000000022'),
      name: fc.constant('Test Kitchen Ltd'),
    })
    const step = fc.record({
      accounts: fc.array(account, { minLength: 1, maxLength: 3 }),
      hours: fc.integer({ min: 0, max: 40 }),
      revokes: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        let at = now
        let current = register
        const seen = new Map<string, string>()
        for (const [index, { accounts, hours, revokes }] of steps.entries()) {
          const result = Accounts.propose(
            current,
            { accounts, delayHours: 12 },
            { id: String(index), by: 'kemi', now: at },
          )
          if (result.ok) current = result.value
          at += hours * hour
          const undone = revokes ? Accounts.revoke(current, String(index), at) : undefined
          current = undone?.ok ? undone.value : Accounts.settle(current, at)
          const ids = Accounts.known(current).map(({ id }) => id)
          expect(new Set(ids).size).toBe(ids.length)
          for (const { id, bank, number } of Accounts.known(current)) {
            expect(seen.get(id) ?? `${bank} ${number}`).toBe(`${bank} ${number}`)
            seen.set(id, `${bank} ${number}`)
          }
          for (const id of seen.keys()) expect(ids).toContain(id)
        }
      }),
    )
  })
})
