import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { naira } from '../money/money.ts'
import * as Csv from '../text/csv.ts'
import type { OptionGroup } from './menu.ts'
import * as MenuCsv from './menu-csv.ts'
import * as MenuDocument from './menu-document.ts'
import * as MenuImport from './menu-import.ts'

type Category = MenuCsv.TableCategory

const newCategory = (id: string, title: string): Category => ({ id, title, listed: true, groups: [], items: [] })

function open(text: string): MenuImport.Table {
  const table = MenuImport.open(Csv.read(text))
  if (!table.ok) throw new Error(table.problem.detail)
  return table.value
}

function read(text: string, before: readonly Category[], isWhole = false) {
  const table = open(text)
  return MenuImport.read(table, before, { columns: table.columns, isWhole, newCategory })
}

/** Returns faults as sentences such as 'C14 is missing.' */
const said = ({ faults }: Pick<MenuImport.Report<unknown>, 'faults'>) =>
  faults.map(({ row, column, what }) => `${column}${row} ${what}`)

const sizes = (id: string, ...choices: [name: string, price: number][]): OptionGroup => ({
  id,
  label: 'Size',
  role: 'size',
  min: 1,
  max: 1,
  limit: 1,
  pricing: 'own',
  source: { choices: choices.map(([name, price]) => ({ id: name.toLowerCase(), name, price: naira(price) })) },
})

const side: OptionGroup = {
  ...sizes('side', ['Plantain', 0], ['Rice', 500]),
  label: 'Free side',
  role: 'extra',
}

const dish = (id: string, name: string, price: number, groups: readonly string[] = []): MenuCsv.TableDish => ({
  id,
  name,
  description: '',
  price: naira(price),
  available: true,
  takesNote: true,
  groups,
})

const menu: readonly Category[] = [
  {
    id: 'grills',
    title: 'Grills',
    listed: true,
    groups: [side],
    items: [
      {
        ...dish('chicken', 'Half Chicken', 9000, ['side']),
        diet: ['contains-nuts', 'halal'],
        bestseller: true,
        served: [
          { from: '12:00', until: '15:00' },
          { from: '18:00', until: '02:00' },
        ],
      },
      { ...dish('croaker', 'Croaker, "grilled"', 12000, ['side']), description: '=2+3', heat: 2, takesNote: false },
    ],
  },
  {
    id: 'pizza',
    title: 'Pizza',
    listed: true,
    groups: [sizes('size', ['Small', 7000], ['Large', 12000])],
    items: [dish('margherita', 'Margherita', 7000, ['size']), dish('quattro', 'Quattro Stagioni', 7000, ['size'])],
  },
]

const dishOf = (categories: readonly Category[], id: string) =>
  categories.flatMap(({ items }) => items).find((item) => item.id === id)

describe('a CSV file of a menu', () => {
  test('OWNER-3: an exported menu has a row for each dish and size, and contains no formula', () => {
    expect(MenuCsv.write(menu).split('\r\n')).toEqual([
      '\uFEFFCategory,Name,Size,Price,Description,Marks,Allergens,Heat,Bestseller,Customer note,Served,Choices,Id',
      'Grills,Half Chicken,,9000,,halal,nuts,none,yes,yes,"12:00-15:00; 18:00-02:00",side,chicken',
      `Grills,"Croaker, ""grilled""",,12000,'=2+3,,,hot,no,no,,side,croaker`,
      'Pizza,Margherita,Small,7000,,,,none,no,yes,,,margherita',
      'Pizza,Margherita,Large,12000,,,,,,,,,margherita',
      'Pizza,Quattro Stagioni,Small,7000,,,,none,no,yes,,,quattro',
      'Pizza,Quattro Stagioni,Large,12000,,,,,,,,,quattro',
      '',
    ])
  })

  test('OWNER-3: importing an unchanged export changes nothing', () => {
    const report = read(MenuCsv.write(menu), menu, true)
    expect(report).toMatchObject({ faults: [], removed: [], newCategories: [], categories: menu })
    expect(report.outcomes.map(({ kind }) => kind)).toEqual(Array(4).fill('unchanged'))
  })

  test('OWNER-3: a CSV with name, price and category is imported, also with other headings, semicolons and an address above the headings', () => {
    const text = 'Mama Put;12 Allen Avenue\n\nITEM;SECTION;PRICE (₦)\nSuya;Grills;"₦6,000.00"\nZobo;Drinks;1500\n'
    const report = read(text, menu)
    expect(report).toMatchObject({
      faults: [],
      removed: [],
      newCategories: ['Drinks'],
      outcomes: [
        { row: 4, id: 'suya', kind: 'new' },
        { row: 5, id: 'zobo', kind: 'new' },
      ],
    })
    expect(report.categories.map(({ id }) => id)).toEqual(['grills', 'pizza', 'drinks'])
    expect(dishOf(report.categories, 'suya')).toEqual(dish('suya', 'Suya', 6000))
    expect(report.categories[0]?.items.slice(0, 2)).toEqual(menu[0]?.items)
  })

  test('TIME-3: the hours column sets, keeps and removes a dish’s hours, and text that is not hours is refused', () => {
    const table = (cell: string) => `Name,Category,Price,Served\nHalf Chicken,Grills,9000,${cell}\n`
    const served = (cell: string) => dishOf(read(table(cell), menu).categories, 'chicken')?.served
    expect(served('6:00 to 11:00')).toEqual([{ from: '06:00', until: '11:00' }])
    expect(served('12:00-15:00; 18:00-02:00')).toHaveLength(2)
    expect(served('')).toBeUndefined()
    expect(said(read(table('all day'), menu))).toEqual([
      'D2 “all day” are no hours such as 06:00-11:00, or they overlap.',
    ])
    expect(
      dishOf(read('Name,Category,Price\nHalf Chicken,Grills,9500\n', menu).categories, 'chicken')?.served,
    ).toHaveLength(2)
  })

  test('OWNER-3: a heading that the import does not recognise can be assigned to a column by a person', () => {
    const table = open('Wetin,How much,Where\nSuya,6000,Grills\n')
    expect(table.columns).toEqual({})
    const columns = { name: 0, price: 1, category: 2 }
    expect(MenuImport.read(table, menu, { columns, isWhole: false, newCategory }).outcomes).toMatchObject([
      { name: 'Suya', kind: 'new' },
    ])
  })

  test('OWNER-3: a changed dish is listed with its changes, and keeps the fields for which the file has no column', () => {
    const report = read('Name,Category,Price\nhalf  chicken,GRILLS,9500\n', menu)
    expect(report.outcomes).toEqual([
      {
        row: 2,
        id: 'chicken',
        name: 'half  chicken',
        kind: 'changed',
        what: expect.arrayContaining(['half  chicken: ₦9,000 → ₦9,500.']),
      },
    ])
    expect(dishOf(report.categories, 'chicken')).toMatchObject({ price: 9500, groups: ['side'], bestseller: true })
  })

  test('OWNER-3: an import removes dishes that its file lacks, and reports them, only if the file is marked as the whole menu', () => {
    const text = 'Category,Name,Price,Id\nGrills,Half Chicken,9000,chicken\n'
    expect(read(text, menu)).toMatchObject({ removed: [], categories: menu })
    expect(read(text, menu, true)).toMatchObject({
      removed: ['Croaker, "grilled" from Grills', 'Margherita from Pizza', 'Quattro Stagioni from Pizza'],
      categories: [{ id: 'grills', items: [{ id: 'chicken' }] }],
    })
  })

  test('OWNER-3: if a size gets another price for one of two dishes, that dish gets a size group of its own', () => {
    const text = 'Category,Name,Size,Price\nPizza,Margherita,Large,13000\n'
    const { categories, outcomes } = read(text, menu)
    expect(outcomes[0]?.what).toContain('Large ₦12,000 → ₦13,000.')
    const groups = categories[1]?.groups ?? []
    expect(groups[0]).toEqual(menu[1]?.groups[0])
    expect(groups[1]).toMatchObject({
      id: 'margherita-size',
      source: {
        choices: [
          { id: 'small', price: 7000 },
          { id: 'large', price: 13000 },
        ],
      },
    })
    const both = read(`${text}Pizza,Quattro Stagioni,Large,13000\n`, menu).categories[1]
    expect(both?.groups).toMatchObject([{ id: 'size', source: { choices: [{ price: 7000 }, { price: 13000 }] } }])
  })

  test('OWNER-3: a new dish with two sizes gets a size group, and a moved dish keeps its choices', () => {
    const text =
      'Category,Name,Size,Price,Id,Choices\nGrills,Goat,Half,4000,,Free side\nGrills,Goat,Full,7500,,\nPizza,Half Chicken,,9000,chicken,side\n'
    const { faults, categories } = read(text, menu)
    expect(faults).toEqual([])
    expect(dishOf(categories, 'goat')?.groups).toEqual(['goat-size', 'side'])
    expect(categories[1]?.items.at(-1)).toMatchObject({ id: 'chicken', groups: ['side'] })
    expect(categories[1]?.groups.at(-1)).toEqual(side)
  })
})

test.each([
  ['a name that is missing', ',Grills,500', ['A2 is missing.']],
  ['a category that is missing', 'Suya,,500', ['B2 is missing.']],
  ['a price that is missing', 'Suya,Grills,', ['C2 is missing.']],
  ['a price in words', 'Suya,Grills,ask us', ['C2 “ask us” is no price.']],
  ['kobo', 'Suya,Grills,500.50', ['C2 500.50 is not in whole naira.']],
  ['a price below zero', 'Suya,Grills,-500', ['C2 -500 is below zero.']],
  ['a price above the highest', 'Suya,Grills,10000001', ['C2 10000001 is more than ₦10,000,000.']],
  ['a price of 0 for a new dish', 'Suya,Grills,0', ['C2 is 0: a new dish must have a price.']],
  [
    'a comma without quotes',
    'Suya,Grills,2,500',
    ['D2 stands beyond the last heading. A text or price with a comma needs quotes around it.'],
  ],
  ['a quote that is not closed', '"Suya,Grills,500\nKilishi,Grills,"700"', ['A2 has a quote that is not closed.']],
  ['a tab', 'Su\tya,Grills,500', ['A2 has a character that cannot be shown, such as a tab.']],
  ['a lost letter', 'Cr\uFFFDme,Grills,500', ['A2 “Cr\uFFFDme”: letters were lost. Save the file as “CSV UTF-8”.']],
  [
    'lost letters of Yoruba',
    '?f? ríro,Grills,500',
    ['A2 “?f? ríro”: letters were lost. Save the file as “CSV UTF-8”.'],
  ],
  [
    'letters of another encoding',
    'CrÃ¨me,Grills,500',
    ['A2 “CrÃ¨me”: letters were lost. Save the file as “CSV UTF-8”.'],
  ],
  ['a heading without a dish', 'Suya,Grills,500\nSoups,,', ['B3 is missing.', 'C3 is missing.']],
  ['a long name', `${'a'.repeat(81)},Grills,500`, ['A2 is 81 characters long: 80 at most.']],
  ['a dish that comes twice', 'Suya,Grills,500\nsuya,grills,600', ['A3 is there already, in row 2.']],
  ['no size for a dish with sizes', 'Margherita,Pizza,500', ['2 is missing: the dish has the sizes Small, Large.']],
])('OWNER-3: importing a CSV file with %s reports the row and column, and changes nothing', (_, rows, faults) => {
  const report = read(`Name,Category,Price\n${rows}\nKilishi 2,Grills,900\n`, menu)
  expect(said(report)).toEqual(faults)
  expect(report).toMatchObject({ outcomes: [], removed: [] })
  expect(report.categories).toBe(menu)
})

describe('a menu from paper', () => {
  test('OWNER-3: a heading row in a paper menu sets the category of the dishes below it', () => {
    const text = 'Name,Price\nGRILLS:\nSuya,"2,500"\n\nSoft drinks\nZobo,1500\nChapman,3k\n'
    const table = open(text)
    expect(MenuImport.missingColumns(table, table.columns)).toEqual([])
    const report = read(text, menu)
    expect(report).toMatchObject({ faults: [], newCategories: ['Soft drinks'] })
    expect(report.categories[0]?.items.at(-1)).toMatchObject({ name: 'Suya', price: 2500 })
    expect(report.categories.at(-1)?.items).toMatchObject([
      { name: 'Zobo', price: 1500 },
      { name: 'Chapman', price: 3000 },
    ])
  })

  test('OWNER-3: columns headed by a size are sizes, and an empty cell means that the dish lacks that size', () => {
    const text = 'Dish,Section,Small (₦),Half Plate,Large\nEgusi,Soups,2500,,₦6000\nOha,Soups,-,,5k\n'
    const table = open(text)
    expect(MenuImport.missingColumns(table, table.columns)).toEqual([])
    const { faults, categories } = read(text, menu)
    expect(faults).toEqual([])
    expect(categories.at(-1)?.groups).toMatchObject([
      {
        source: {
          choices: [
            { name: 'Small', price: 2500 },
            { name: 'Large', price: 6000 },
          ],
        },
      },
      { source: { choices: [{ name: 'Large', price: 5000 }] } },
    ])
    expect(said(read('Dish,Section,Small,Large\nEgusi,Soups,2500,ask\n', menu))).toEqual(['D2 “ask” is no price.'])
  })

  test('OWNER-3: importing a file without categories or prices asks for their columns', () => {
    const table = open('Name,Price\nSuya,2500\n')
    expect(MenuImport.missingColumns(table, table.columns)).toEqual(['category'])
  })
})

const heads = 'Category,Name,Size,Price,Marks,Allergens,Heat,Bestseller,Choices,Id'
test.each([
  ['an unknown size', 'Pizza,Margherita,Smal,500', ['C2 “Smal” is no size of this dish: it has Small, Large.']],
  ['a size that comes twice', 'Pizza,New,Big,500\nPizza,New,big,600', ['C3 is there already, in row 2.']],
  ['a size that is missing', 'Pizza,New,Big,500\nPizza,New,,600', ['C3 is missing: another row of this dish has one.']],
  ['an unknown mark', 'Grills,New,,500,kosher', ['E2 “kosher” is none that the menu has: vegetarian, vegan, halal.']],
  [
    'an unknown allergen',
    'Grills,New,,500,,gluten',
    ['F2 “gluten” is none that the menu has: nuts, shellfish, alcohol.'],
  ],
  ['an unknown heat', 'Grills,New,,500,,,lukewarm', ['G2 “lukewarm” is no heat: none, mild, hot or very hot.']],
  ['a word that is neither yes nor no', 'Grills,New,,500,,,,maybe', ['H2 “maybe” is neither yes nor no.']],
  ['an unknown group', 'Grills,New,,500,,,,,sauce', ['I2 “sauce” is no choice that Grills has.']],
  ['a group of another category', 'Pizza,New,,500,,,,,side', ['I2 “side” is no choice that Pizza has.']],
  [
    'an invalid id',
    'Grills,New,,500,,,,,,New Dish!',
    ['J2 “New Dish!” is no id: use lowercase letters, digits and single dashes. Leave it empty for a new dish.'],
  ],
  [
    'two names for one id',
    'Grills,New,,500,,,,,,n\nGrills,Other,,500,,,,,,n',
    ['B3 is there already, in row 2.', 'B3 is another than in row 2, which has the same id.'],
  ],
])('OWNER-3: importing a paper menu with %s reports the row and column', (_, rows, faults) => {
  expect(said(read(`${heads}\n${rows}\n`, menu))).toEqual(faults)
})

/** A menu of 1,000 rows: 500 dishes, and 250 more with two sizes. */
const large: readonly Category[] = Array.from({ length: 10 }, (_, c) => ({
  id: `category-${c}`,
  title: `Category ${c}`,
  listed: true,
  groups: [
    side,
    ...Array.from({ length: 25 }, (_, at) => sizes(`size-${at}`, ['Small', 1000 + at], ['Large', 2000 + at])),
  ],
  items: [
    ...Array.from({ length: 50 }, (_, at) => dish(`dish-${c}-${at}`, `Dish, ${c} ${at}`, 500 + at, ['side'])),
    ...Array.from({ length: 25 }, (_, at) => dish(`sized-${c}-${at}`, `Sized ${c} ${at}`, 1000 + at, [`size-${at}`])),
  ],
}))

/** The letter of the column to damage, the text to put there, and the kind of dish whose row is damaged. */
const spoils: readonly { readonly column: string; readonly text: string; readonly of?: 'plain' | 'sized' }[] = [
  { column: 'A', text: '' },
  { column: 'B', text: '' },
  { column: 'B', text: 'Two\twords' },
  { column: 'B', text: 'n'.repeat(81) },
  { column: 'B', text: '"Open' },
  { column: 'D', text: '' },
  { column: 'D', text: 'two thousand' },
  { column: 'D', text: '12.5' },
  { column: 'D', text: '-1' },
  { column: 'D', text: '99999999' },
  { column: 'C', text: '', of: 'sized' },
  { column: 'C', text: 'Smal', of: 'sized' },
  { column: 'E', text: 'd'.repeat(201), of: 'plain' },
  { column: 'F', text: 'kosher', of: 'plain' },
  { column: 'G', text: 'gluten', of: 'plain' },
  { column: 'H', text: 'tepid', of: 'plain' },
  { column: 'I', text: 'perhaps', of: 'plain' },
  { column: 'K', text: 'no-such-group', of: 'plain' },
  { column: 'L', text: 'No Id' },
  { column: 'M', text: 'too much' },
]

test('OWNER-3: importing a menu of 1,000 rows reports exactly its 40 planted errors by row and column, and changes nothing', () => {
  const [head = [], ...rows] = Csv.read(MenuCsv.write(large)).map(({ cells }) => cells)
  expect(rows).toHaveLength(1000)
  const quoted = (cell: string) => (/^[^"].*[,]/.test(cell) ? `"${cell}"` : cell)
  const places = fc.uniqueArray(fc.integer({ min: 0, max: 999 }), { minLength: 40, maxLength: 40 })
  fc.assert(
    fc.property(places, (chosen) => {
      const planted: string[] = []
      const spoilt = rows.map((cells) => [...cells])
      const kinds = { plain: 0, sized: 0 }
      for (const at of chosen.toSorted((a, b) => a - b)) {
        const of = cells(rows, at)[2] === '' ? 'plain' : 'sized'
        const fitting = spoils.filter((spoil) => (spoil.of ?? of) === of)
        const { column, text } = fitting[kinds[of]++ % fitting.length] ?? { column: 'A', text: '' }
        const row = cells(spoilt, at)
        row[column.charCodeAt(0) - 65] = text
        planted.push(`${column}${at + 2}`)
      }
      const text = [head, ...spoilt].map((row) => row.map(quoted).join(',')).join('\r\n')
      const report = read(text, large)
      expect(report.faults.map(({ row, column }) => `${column}${row}`)).toEqual(planted)
      expect(report.categories).toBe(large)
    }),
    { numRuns: 10, endOnFailure: true },
  )
})

const cells = <Cell>(rows: readonly (Cell[] | readonly Cell[])[], at: number) => rows[at] as Cell[]

test('OWNER-3: importing the export of any menu changes nothing', () => {
  const line = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
    .map((text) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\uFFFD\uFEFF]/gu, '').trim())
    .filter((text) => text !== '')
  const danger = fc.constantFrom("'=a", '=a', "''+1", '-5', '@x', '"q"', 'a;b', 'a,b', '“ﬁ”', "'", "'quoted'", '＝1')
  const text = fc.oneof(line, danger)
  const price = fc.integer({ min: 0, max: 10_000_000 }).map(naira)
  const category = fc.record({
    title: text,
    listed: fc.boolean(),
    sizes: fc.uniqueArray(fc.tuple(text, price), { minLength: 1, maxLength: 3, selector: ([name]) => name }),
    items: fc.array(
      fc.record({
        name: text,
        description: fc.oneof(fc.constant(''), text),
        price,
        takesNote: fc.boolean(),
        groups: fc.subarray(['size', 'side']),
        more: fc.record(
          {
            bestseller: fc.boolean(),
            heat: fc.constantFrom(0, 1, 2, 3),
            diet: fc.subarray(['halal', 'contains-nuts', 'vegan']),
          },
          { requiredKeys: [] },
        ),
      }),
      { minLength: 1, maxLength: 6 },
    ),
  })
  const menus = fc.uniqueArray(category, {
    minLength: 1,
    maxLength: 4,
    selector: ({ title }) => MenuCsv.folded(title),
  })
  fc.assert(
    fc.property(menus, fc.boolean(), (drawn, isWhole) => {
      const before = drawn.map(
        ({ title, listed, sizes: choices, items }, c): Category => ({
          id: `category-${c}`,
          title,
          listed,
          groups: [
            {
              ...sizes('size'),
              source: { choices: choices.map(([name, price], at) => ({ id: `s${at}`, name, price })) },
            },
            side,
          ],
          items: items.map(
            ({ more, ...item }, at) =>
              ({ ...item, ...more, id: `dish-${c}-${at}`, available: true }) as MenuCsv.TableDish,
          ),
        }),
      )
      const report = read(MenuCsv.write(before), before, isWhole)
      expect(said(report)).toEqual([])
      expect(report.outcomes.filter(({ kind }) => kind !== 'unchanged')).toEqual([])
      // Groups without dishes are invisible to customers, and the file leaves them out.
      expect(MenuDocument.changes(before, report.categories)).toEqual([])
    }),
    { numRuns: 200 },
  )
})
