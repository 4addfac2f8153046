import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { type Findable, search } from './search.ts'

const dish = (name: string, description = '', category: string[] = [], choices: string[] = []): Findable => ({
  name,
  description,
  category,
  choices,
})

const soups = ['Nigerian Soups', 'soups']
const swallows = ['Poundo', 'Semo', 'Eba']
const menu = [
  dish('Ewa Agoyin and Bread', 'Mashed beans, dark pepper sauce, soft Agege bread.', ['Breakfast']),
  dish('Akara and Pap', 'Six akara with warm, smooth corn pap.', ['Breakfast']),
  dish('Party Jollof Bowl', 'Smoky firewood jollof with two pieces of beef and plantain.', ['Combo', 'combos']),
  dish('Fried Rice Bowl', 'Carrot, peas and liver in the rice, peppered chicken on top.', ['Combo', 'combos']),
  dish('Jollof Rice', 'From the big pot.', ['Extra Sides', 'sides']),
  dish('Moín-Moín', 'Steamed bean pudding.', ['Extra Sides', 'sides']),
  dish('Grilled Croaker', 'Whole croaker, pepper rub, charcoal, onions on top.', ['Grills'], ['Pepper Sauce']),
  dish('Asun', 'Peppered goat.', ['Grills'], ['Plantain', 'Pepper Sauce']),
  dish('Flavoured Tea', 'Ask for ginger, lemon, hibiscus or mint.', ['Hot Beverages']),
  dish('Tea', 'Black tea, milk and sugar on the side.', ['Hot Beverages']),
  dish('Egusi Soup', 'Ground melon, ugu, palm oil. Thick, never watery.', soups, swallows),
  dish('Ẹ̀fọ́ Rírò', 'Spinach in red pepper.', soups, swallows),
  dish('Edikang Ikong', 'Rich with crayfish and periwinkle.', soups, swallows),
  dish('Chicken Noodles', 'Stir-fried with shredded grilled chicken.', ['Noodles', 'indomie']),
  dish('Jollof Noodles', 'Cooked down in jollof sauce.', ['Noodles', 'indomie']),
  dish('Ɗan Wake', 'Bean dumplings.', ['Swallow']),
  dish('Puff-Puff', 'Warm, round, sugar if you want.', ['Pastry']),
  dish('Meat Pie', 'Minced beef, potato and carrot.', ['Pastry']),
  dish('Goat Meat Pepper Soup', 'Clears the head.', ['Pepper Soup']),
  dish('Chicken Shawarma', 'Chicken, cabbage, cream.', ['Shawarma']),
  dish('Beef Shawarma', 'Beef strips, onions.', ['Shawarma']),
  dish('Strawberry Banana', 'The one everybody likes.', ['Smoothies']),
  dish('Beef Suya', 'Thin beef, groundnut spice, open flame.', ['Suya']),
  dish('Suya Platter', 'Five sticks, beef, chicken and ram.', ['Suya']),
]
const namesFor = (typed: string) => search(menu, typed).dishes.map(({ name }) => name)

describe('exact words', () => {
  test.each([
    ['nothing', ''],
    ['blanks and punctuation', ' -, '],
    ['an unknown word', 'sushi'],
    ['a known and an unknown word', 'egusi sushi'],
    ['a typing error in a word of three letters', 'tex'],
    ['two typing errors in a short word', 'ggwusi'],
    ['a typing error and an unknown word', 'jolof sushi'],
  ])('a search with %s finds nothing', (_, typed) => {
    expect(search(menu, typed)).toEqual({ dishes: [], meant: undefined })
  })

  test.each([
    ['capitals', 'BEEF SUYA', 'Beef Suya'],
    ['a name without its accents', 'efo riro', 'Ẹ̀fọ́ Rírò'],
    ['accents that the name lacks', 'ákàrà', 'Akara and Pap'],
    ['a plain letter for a hooked one (PEOPLE-3)', 'dan wake', 'Ɗan Wake'],
    ['words in another order', 'soup meat goat', 'Goat Meat Pepper Soup'],
    ['the first letters of a word', 'edik', 'Edikang Ikong'],
    ['a name without its dash', 'moin moin', 'Moín-Moín'],
    ['a name as one word', 'puffpuff', 'Puff-Puff'],
    ['the category', 'peppersoup', 'Goat Meat Pepper Soup'],
    ['a synonym of the category', 'indomie jollof', 'Jollof Noodles'],
    ['the description', 'periwinkle', 'Edikang Ikong'],
    ['stop words', 'the ewa agoyin with bread', 'Ewa Agoyin and Bread'],
  ])('a search by %s: "%s" finds %s', (_, typed, name) => {
    expect(namesFor(typed)[0]).toBe(name)
    expect(search(menu, typed).meant).toBeUndefined()
  })

  test('search results are sorted: the exact name first, then names, categories and descriptions', () => {
    expect(namesFor('tea').slice(0, 2)).toEqual(['Tea', 'Flavoured Tea'])
    expect(namesFor('suya')).toEqual(['Beef Suya', 'Suya Platter'])
    expect(namesFor('beef')).toEqual(['Beef Shawarma', 'Beef Suya', 'Party Jollof Bowl', 'Meat Pie', 'Suya Platter'])
  })

  test('a search reads the choices of dishes only if no dish matches otherwise', () => {
    expect(namesFor('semo')).toEqual(['Egusi Soup', 'Ẹ̀fọ́ Rírò', 'Edikang Ikong'])
    expect(namesFor('plantain')).toEqual(['Party Jollof Bowl'])
  })
})

describe('typing errors', () => {
  test.each([
    ['egwusi', 'Egusi Soup', 'egusi'],
    ['egusu', 'Egusi Soup', 'egusi'],
    ['jolof', 'Party Jollof Bowl', 'jollof'],
    ['jolof rice', 'Jollof Rice', 'jollof rice'],
    ['jolo', 'Party Jollof Bowl', 'jollof'],
    ['shwarma', 'Chicken Shawarma', 'shawarma'],
    ['sharwama', 'Chicken Shawarma', 'shawarma'],
    ['beef shawama', 'Beef Shawarma', 'beef shawarma'],
    ['edikaikong', 'Edikang Ikong', 'edikangikong'],
    ['akraa', 'Akara and Pap', 'akara'],
    ['strawbery', 'Strawberry Banana', 'strawberry'],
    ['poundi', 'Egusi Soup', 'poundo'],
  ])('the misspelt "%s" finds %s, corrected to "%s"', (typed, name, meant) => {
    expect(namesFor(typed)[0]).toBe(name)
    expect(search(menu, typed).meant).toBe(meant)
  })

  test('a search corrects typing errors in choices only if no dish matches otherwise', () => {
    expect(namesFor('plantian')).toEqual(['Party Jollof Bowl'])
  })

  test('a search corrects no typing error if the exact word is on the menu', () => {
    expect(namesFor('rice')).toEqual(['Fried Rice Bowl', 'Jollof Rice'])
    expect(namesFor('pap')).toEqual(['Akara and Pap'])
  })
})

const anyDish = fc.constantFrom(...menu)

test('a search for the name of a dish returns that dish first', () => {
  fc.assert(fc.property(anyDish, (dish) => search(menu, dish.name).dishes[0] === dish))
})

test('a search returns the same results for any sequence of its words', () => {
  const shuffled = anyDish.chain(({ name }) => {
    const words = name.split(/\W+/).filter(Boolean)
    return fc.record({ words: fc.constant(words), other: fc.shuffledSubarray(words, { minLength: words.length }) })
  })
  fc.assert(
    fc.property(shuffled, ({ words, other }) => {
      const found = (list: string[]) => new Set(search(menu, list.join(' ')).dishes)
      expect(found(other)).toEqual(found(words))
    }),
  )
})

test("every prefix of a dish's name finds the dish", () => {
  fc.assert(
    fc.property(anyDish, fc.nat(), ({ name }, cut) => {
      const typed = name.slice(0, 1 + (cut % name.length))
      expect(namesFor(typed)).toContain(name)
    }),
  )
})

const letter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz')

/** Dish names with one typing error in a word of five letters or more. */
const withError = fc.constantFrom(...menu.filter(({ name }) => /[a-z]{5}/i.test(name))).chain((dish) => {
  const places = [...dish.name.matchAll(/[a-z]{5,}/gi)].flatMap(({ 0: word, index }) =>
    Array.from(word.slice(1), (_, offset) => index + offset),
  )
  return fc.record({
    dish: fc.constant(dish),
    typed: fc
      .tuple(fc.constantFrom(...places), letter, fc.constantFrom('in', 'out', 'changed', 'swapped'))
      .map(([at, letter, slip]) => {
        const { name } = dish
        if (slip === 'in') return name.slice(0, at) + letter + name.slice(at)
        if (slip === 'out') return name.slice(0, at) + name.slice(at + 1)
        if (slip === 'changed') return name.slice(0, at) + letter + name.slice(at + 1)
        return name.slice(0, at) + name.charAt(at + 1) + name.charAt(at) + name.slice(at + 2)
      }),
  })
})

test('one typing error in a word of five letters or more leaves the dish among the first three', () => {
  fc.assert(
    fc.property(withError, ({ dish, typed }) => {
      expect(search(menu, typed).dishes.slice(0, 3)).toContain(dish)
    }),
    { numRuns: 500 },
  )
})

test('a search for any text returns no duplicates, and keeps equal matches in menu order', () => {
  fc.assert(
    fc.property(fc.string(), (typed) => {
      const { dishes } = search(menu, typed)
      expect(new Set(dishes).size).toBe(dishes.length)
    }),
  )
  const alike = Array.from({ length: 20 }, (_, index) => dish('Suya', `${index}`))
  expect(search(alike, 'suya').dishes).toEqual(alike)
})

test('a search of 300 dishes reads each dish once for each of its four attempts, and compares each distinct word once', () => {
  const long = 'Carrot, peas and liver in the rice, peppered chicken on top, with a word that is found nowhere'
  let reads = 0
  const many = Array.from({ length: 300 }, (_, index) => ({
    ...(menu[index % menu.length] as Findable),
    get description() {
      reads += 1
      return long
    },
  }))
  const beginnings = vi.spyOn(String.prototype, 'startsWith')
  expect(search(many, 'strawbery shawrma sushi').dishes).toEqual([])
  const comparisons = beginnings.mock.calls.length
  beginnings.mockRestore()
  // A search makes four attempts: for exact words and for typing errors, each without and with choices.
  expect(reads).toBe(4 * 300)
  const words = many.flatMap(({ name, category, choices }) =>
    [name, ...category, ...choices, long].join(' ').split(' '),
  )
  // Each word is also compared joined with the word before it.
  expect(comparisons).toBeLessThan(4 * 3 * 2 * new Set(words).size)
})
