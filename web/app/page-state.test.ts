import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fold, unfold } from './page-state.ts'

const sent = (value: unknown) => unfold(JSON.parse(JSON.stringify(fold(value))))

test('a page’s state that is folded, sent and unfolded is unchanged', () => {
  const name = fc.constantFrom('id', 'groups', 'price', 'hours')
  const plain = fc.constantFrom('~', 'six', 0, 3, true, null, undefined)
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof({ maxDepth: 3 }, plain, tie('list'), tie('object')),
    list: fc.oneof(fc.array(tie('object'), { maxLength: 4 }), fc.array(tie('value'), { maxLength: 4 })),
    object: fc.dictionary(name, tie('value'), { noNullPrototype: true }),
  }))
  fc.assert(
    fc.property(value, (state) => {
      expect(sent([state])).toEqual(JSON.parse(JSON.stringify([state])))
    }),
    { numRuns: 300 },
  )
})

test('a field that has the same value in all entries of a list appears once in the folded list', () => {
  const groups = [{ id: 'side' }, { id: 'sauce' }]
  const dishes = [
    { id: 'croaker', groups, diet: ['halal'], back: '16:00' },
    { id: 'catfish', groups, diet: ['halal'] },
    { id: 'wings', groups: [], diet: ['halal'] },
    { id: 'asun', groups, diet: ['halal'] },
  ]
  expect(fold(dishes)).toEqual({
    '~': [
      { id: 'croaker', groups: { '~': [{ id: 'side' }, { id: 'sauce' }] }, diet: ['halal'], back: '16:00' },
      { id: 'catfish', back: '~' },
      { id: 'wings', groups: [] },
      { id: 'asun', groups: { '~': 0 } },
    ],
  })
  expect(sent(dishes)).toEqual(dishes)
})
