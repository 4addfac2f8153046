import { afterEach, expect, test, vi } from 'vitest'

const stored = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
})
const { changeDetails, detailsStore } = await import('./details-store.ts')

afterEach(() => {
  stored.clear()
})

test('PAY-5: order details are stored under orderDetails, with the field names of the specification', () => {
  changeDetails({ contactPhone: '0803', differentPayer: true, payerName: 'Ngozi', deliveryAddress: '1 Street' })
  expect(JSON.parse(stored.get('orderDetails') ?? '')).toMatchObject({
    contactPhone: '0803',
    differentPayer: true,
    payerName: 'Ngozi',
    deliveryAddress: '1 Street',
    deliveryFee: 0,
    finalTotal: 0,
  })
})

test('unknown and invalid stored details are replaced by defaults', () => {
  stored.set(
    'orderDetails',
    JSON.stringify({ payerName: 'Ngozi', differentPayer: 'yes', deliveryMethod: 'drone', x: 1 }),
  )
  expect(detailsStore.get()).toEqual({ ...detailsStore.initial, payerName: 'Ngozi' })
  stored.set('orderDetails', JSON.stringify({ payerName: 'Ngozi', deliveryFee: -5, finalTotal: 1.5 }))
  expect(detailsStore.get()).toEqual({ ...detailsStore.initial, payerName: 'Ngozi' })
  stored.set('orderDetails', 'not JSON')
  expect(detailsStore.get()).toEqual(detailsStore.initial)
  stored.set('orderDetails', '7')
  expect(detailsStore.get()).toEqual(detailsStore.initial)
})

test('order details are held in memory while the storage is full or forbidden, and `isKept` returns false until they are stored', () => {
  changeDetails({ payerName: 'Ngozi' })
  expect(detailsStore.isKept()).toBe(true)
  const denied = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  const full = vi.spyOn(localStorage, 'setItem').mockImplementation(denied)
  changeDetails({ payerName: 'Chidi' })
  const forbidden = vi.spyOn(localStorage, 'getItem').mockImplementation(denied)
  expect([detailsStore.get().payerName, detailsStore.isKept()]).toEqual(['Chidi', false])
  forbidden.mockRestore()
  expect(detailsStore.get().payerName).toBe('Chidi')
  full.mockRestore()
  changeDetails({ contactPhone: '0803' })
  expect(detailsStore.isKept()).toBe(true)
  expect(JSON.parse(stored.get('orderDetails') ?? '')).toMatchObject({ payerName: 'Chidi', contactPhone: '0803' })
})
