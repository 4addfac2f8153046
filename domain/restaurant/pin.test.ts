import { describe, expect, test } from 'vitest'
import * as Pin from './pin.ts'

// The positions and codes are the vectors of ten digits in the Open Location Code specification.
describe('PEOPLE-2: the Plus Code of a position is that of the specification', () => {
  test.each([
    [20.3700625, 2.7821875, '7FG49QCJ+2V'],
    [47.0000625, 8.0000625, '8FVC2222+22'],
    [-41.2730625, 174.7859375, '4VCPPQGP+Q9'],
    [-89.9999375, -179.9999375, '22222222+22'],
    [90, 1, 'CFX3X2X2+X2'],
    [47.0000625, 728.0000625, '8FVC2222+22'],
    [-41.2730625, 1254.7859375, '4VCPPQGP+Q9'],
    [47.0000625, -711.9999375, '8FVC2222+22'],
    [-41.2730625, -905.2140625, '4VCPPQGP+Q9'],
    [1.2, 3.4, '6FH56C22+22'],
    [35.6, 3.033, '8F75J22M+26'],
    [-37.014, -159.936, '43J2X3P7+CJ'],
    [10.734, -168.294, '722HPPM4+JC'],
    [-25.798, -59.812, '5862652Q+R6'],
    [-19.212, 107.423, '5PG9QCQF+66'],
    [-18.32, 96.397, '5MHRM9JW+2R'],
  ])('the position %d, %d has the Plus Code %s', (latitude, longitude, code) => {
    expect(Pin.plusCode({ latitude, longitude })).toBe(code)
  })

  test.each([
    ['7FG49QCJ+2V', 20.37, 2.782125, 20.370125, 2.78225],
    ['7FG49QCJ+2VX', 20.3701, 2.78221875, 20.370125, 2.78225],
    ['8FVC2222+22', 47.0, 8.0, 47.000125, 8.000125],
    ['4VCPPQGP+Q9', -41.273125, 174.785875, -41.273, 174.786],
    ['22222222+22', -90.0, -180.0, -89.999875, -179.999875],
    ['6FH32222+222', 1, 1, 1.000025, 1.00003125],
    ['CFX3X2X2+X2', 89.999875, 1, 90, 1.000125],
  ])('the area of the Plus Code %s lies between %d, %d and %d, %d', (code, south, west, north, east) => {
    const position = Pin.positionOf(code)
    expect(position?.latitude).toBeCloseTo((south + north) / 2, 7)
    expect(position?.longitude).toBeCloseTo((west + east) / 2, 7)
  })
})

const island = '6FR5CCHC+3V'
const latitude = 6.42773
const longitude = 3.42217

test.each([
  `${latitude}, ${longitude}`,
  `${latitude},${longitude}`,
  `geo:${latitude},${longitude}`,
  `https://www.google.com/maps/place/Eko/@6.5,3.4,17z/data=!3m1!4b1!4m6!3m5!8m2!3d${latitude}!4d${longitude}`,
  `https://www.google.com/maps/@${latitude},${longitude},17z`,
  `https://maps.google.com/?q=${latitude}%2C${longitude}`,
  `https://maps.apple.com/?ll=${latitude},${longitude}&q=Pin`,
  `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/6.5/3.4`,
  `https://www.openstreetmap.org/#map=17/${latitude}/${longitude}`,
  `https://waze.com/ul?ll=${latitude},${longitude}&navigate=yes`,
  `${island}`,
  `${island.toLowerCase()}`,
  `https://plus.codes/${island}`,
  `https://www.google.com/maps/place/${island.replace('+', '%2B')}`,
  'CCHC+3V Lagos',
])('PEOPLE-2: the text %s is a pin, stored as its Plus Code after the words of the address', (pasted) => {
  expect(Pin.withCode(pasted)).toContain(island)
  expect(Pin.withCode(`12 Palm Avenue, ${pasted}`)).toMatch(/^12 Palm Avenue,.*6FR5CCHC\+3V$/)
  expect(Pin.mapLink(pasted, 'words')).toMatch(/query=6\.427\d+%2C3\.422\d+$/)
})

test('PEOPLE-2: words typed after a pin join the words before it with one comma', () => {
  expect(Pin.withCode(`12 Palm Avenue, ${island}, black gate`)).toBe(`12 Palm Avenue, black gate, ${island}`)
  expect(Pin.withCode(`${island}, , black gate ,`)).toBe(`black gate, ${island}`)
})

test.each(['12 Palm Avenue', 'Flat 3.5, block 12', 'No 20,5 Allen', 'C++ street', 'https://example.com/x', ''])(
  'PEOPLE-2: the address %o has no pin, and the map searches for its words',
  (address) => {
    expect(Pin.withCode(address)).toBe(address)
    expect(Pin.besides(address)).toBe(address)
    expect(Pin.mapLink(address, 'Yaba, Lagos')).toBe('https://www.google.com/maps/search/?api=1&query=Yaba%2C%20Lagos')
  },
)

test('PEOPLE-2: the name of a link’s place is kept in an address without words, unless the name is a pin itself', () => {
  const link = (name: string) =>
    `https://www.google.com/maps/place/${name}/@6.5,3.4,17z/data=!3d${latitude}!4d${longitude}`
  expect(Pin.withCode(link('Caf%C3%A9+Neo,+Admiralty+Way'))).toBe(`Café Neo, Admiralty Way, ${island}`)
  expect(Pin.withCode(`12 Palm Avenue, ${link('Admiralty+Way')}`)).toBe(`12 Palm Avenue, ${island}`)
  for (const name of ['CCHC%2B3V+Lagos', '6%C2%B025%2741.2%22N+3%C2%B025%2717.7%22E', '6.42773,3.42217', '%E9']) {
    expect(Pin.withCode(link(name))).toMatch(/^(%E9, )?6FR5CCHC\+3V$/)
  }
})

test('PEOPLE-2: an address with words on both sides of its pin gets one comma between them', () => {
  expect(Pin.withCode(`12 Palm Avenue, ${island}, blue gate`)).toBe(`12 Palm Avenue, blue gate, ${island}`)
})

test('PEOPLE-2: a short link to a map is kept in the address, and the map opens the link', () => {
  const pasted = '12 Palm Avenue https://maps.app.goo.gl/AbC123'
  expect(Pin.withCode(pasted)).toBe(pasted)
  expect(Pin.besides(pasted)).toBe('12 Palm Avenue')
  expect(Pin.mapLink(pasted, 'words')).toBe('https://maps.app.goo.gl/AbC123')
})

test.each([
  ['maps.app.goo.gl/AbC123', 'https://maps.app.goo.gl/AbC123'],
  ['http://goo.gl/maps/AbC123', 'https://goo.gl/maps/AbC123'],
  ['gate 4, goo.gl/maps/AbC123.', 'https://goo.gl/maps/AbC123'],
  ['https://maps.app.goo.gl/AbC123?g_st=ic', 'https://maps.app.goo.gl/AbC123?g_st=ic'],
])(
  'PEOPLE-2: the short link in “%s” states no position, so it stays as typed and the rider’s map opens it',
  (pasted, link) => {
    expect(Pin.hasUnreadLink(pasted)).toBe(true)
    expect(Pin.mapLink(pasted, 'words')).toBe(link)
    expect(Pin.withCode(pasted)).toBe(pasted)
  },
)

test('PEOPLE-2: only a short link to a map counts as a link that states no position', () => {
  for (const address of ['12 Palm Avenue', 'https://example.com/maps', `12 Palm Avenue, ${island}`, 'goo.glmaps']) {
    expect(Pin.hasUnreadLink(address)).toBe(false)
  }
})

test('PEOPLE-2: a new position replaces the pin that an address has', () => {
  const at = { latitude, longitude }
  expect(Pin.withPosition('', at)).toBe(island)
  expect(Pin.withPosition('12 Palm Avenue, 7FG49QCJ+2V', at)).toBe(`12 Palm Avenue, ${island}`)
  expect(Pin.besides(`12 Palm Avenue, ${island}`)).toBe('12 Palm Avenue')
})
