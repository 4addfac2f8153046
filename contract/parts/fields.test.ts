import { expect, test } from 'vitest'
import { day, line, sitePath, slug, text } from './fields.ts'

/** Returns the processor time of the fastest of three runs, in microseconds. */
function workOf(work: () => void): number {
  const times = Array.from({ length: 3 }, () => {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    return user + system
  })
  return Math.min(...times)
}

test('SAFE-14: checking a text with a run of spaces takes as long as checking other text of the same length', () => {
  const read = (inner: string) => () => {
    for (let count = 0; count < 20; count++) text(280).safeParse(`a${inner.repeat(30_000)}b`)
  }
  expect(workOf(read(' '))).toBeLessThan(20 * workOf(read('x')))
})

test('text of several lines is stored as one line', () => {
  expect(text(280).parse(' No pepper, \r\n\r\n  2\tJollof\u2028\n')).toBe('No pepper, 2 Jollof')
})

test('MENU-8: a text of the greatest length is accepted with line breaks, because storing it as one line adds no characters', () => {
  expect(text(280).parse('No pepper\n'.repeat(28))).toHaveLength(279)
  expect(text(280).parse(`${'a\n'.repeat(139)}ab`)).toHaveLength(280)
  expect(text(280).safeParse(`${'a\n'.repeat(140)}b`).success).toBe(false)
})

test.each(['0000-01-01', '0001-01-01', '1999-12-31', '2200-01-01', '2027-02-29', '2026-1-1'])(
  'SAFE-15: the day %s is refused',
  (typed) => {
    expect(day('This is not a day.').safeParse(typed).success).toBe(false)
  },
)

test.each(['2000-01-01', '2028-02-29', '2199-12-31'])('the day %s is accepted', (typed) => {
  expect(day('This is not a day.').parse(typed)).toBe(typed)
})

test('invisible letters and marks are removed from a text, and emojis stay', () => {
  expect(line(60).parse('\u3164\uffa0A\u034fda\ufe0f\u202e')).toBe('Ada')
  expect(line(60).parse('\u115f\u1160\u3164')).toBe('')
  expect(line(60).parse('Ada 1\ufe0f\u200d👩')).toBe('Ada 1👩')
  for (const emoji of ['👩🏾‍🍳', '🤷‍♂️', '❤️‍🔥', '👩‍🍳', '☕️ 1️⃣', '👍🏾']) expect(line(60).parse(emoji)).toBe(emoji)
})

test.each([
  '//evil.example/x',
  '/\\evil.example',
  '/a//b',
  '/a\\b',
  '\\\\evil.example',
  'menu',
  'https://evil.example',
  '',
])('SAFE-15: the path %j is refused as a path of this site', (typed) => {
  expect(
    sitePath('No path.')
      .safeParse(typed)
      .error?.issues.map(({ message }) => message),
  ).toContain('No path.')
})

test.each(['/', '/menu/soft drinks', '/search?q=suya#top'])(
  'the path %j is accepted as a path of this site',
  (typed) => {
    expect(sitePath('No path.').parse(typed)).toBe(typed)
  },
)

test('SAFE-15: characters that browsers and the server ignore cannot hide another site in a path', () => {
  for (const typed of ['/\t/evil.example', '/\n\\evil.example', '/\u200b/evil.example', ' //evil.example']) {
    expect(sitePath('No path.').safeParse(typed).success, typed).toBe(false)
  }
})

test('an id such as `constructor`, the name of a property that every JavaScript object has, is refused', () => {
  expect(['constructor', 'constructor-2', 'toString', '__proto__'].filter((id) => slug.safeParse(id).success)).toEqual([
    'constructor-2',
  ])
})
