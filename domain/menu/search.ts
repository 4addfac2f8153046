import { fold, withJoined } from '../text/words.ts'

/** What search reads of a dish. */
export type Findable = {
  readonly name: string
  readonly description: string
  /** The category's title, and whatever else people call it. */
  readonly category: readonly string[]
  /** What can be chosen with the dish. Asked only where no dish answers by itself: 'semo' finds the soups. */
  readonly choices: readonly string[]
}

type Found<Dish> = {
  /** Best first; equals stay in the order of the menu. */
  readonly dishes: readonly Dish[]
  /** The words of the menu nearest to what was typed, where it had to be taken for a slip: 'egusi' for 'egwusi'. */
  readonly meant: string | undefined
}

/**
 * The dishes that have every word of `typed`, in any order: capitals, accents and dashes do not count, and a word counts
 * from its first letters on, as it is typed. Where there is none, slips of typing are forgiven. Nothing typed finds nothing.
 */
export function search<Dish extends Findable>(dishes: readonly Dish[], typed: string): Found<Dish> {
  const wanted = meaningful(wordsOf(typed))
  if (wanted.length === 0) return { dishes: [], meant: undefined }
  const phrase = wanted.join(' ')
  for (const { slips, choices } of attempts) {
    const likeness = wanted.map((word) => likenessTo(word, slips))
    const found = dishes
      .flatMap((dish) => {
        const match = matchOf(dish, likeness, choices)
        if (!match) return []
        const called = meaningful(wordsOf(dish.name)).join(' ') === phrase
        return [{ dish, words: match.words, score: match.score + (called ? exactly : 0) }]
      })
      .sort((one, other) => other.score - one.score)
    const [best] = found
    if (best) return { dishes: found.map(({ dish }) => dish), meant: slips ? best.words.join(' ') : undefined }
  }
  return { dishes: [], meant: undefined }
}

const attempts = [
  { slips: false, choices: false },
  { slips: false, choices: true },
  { slips: true, choices: false },
  { slips: true, choices: true },
]

// What a match is worth depends on where it is and how good it is; a dish that is called just so comes before all.
const places = { name: 4, category: 2, description: 1, choices: 0.5 }
const whole = 4
const beginning = 3
/** For a word with one slip. With two it is half, for its beginning a little less. */
const forgiven = 2
const exactly = 100

/** How good a word of the menu is for a word that was typed; 0 where it is another word. */
type Likeness = (word: string) => number

function likenessTo(typed: string, slips: boolean): Likeness {
  const known = new Map<string, number>()
  const most = slips ? slipsIn(typed) : 0
  return (word) => {
    let likeness = known.get(word)
    if (likeness === undefined) {
      likeness =
        word === typed ? whole : word.startsWith(typed) ? beginning : most > 0 ? nearness(typed, word, most) : 0
      known.set(word, likeness)
    }
    return likeness
  }
}

/** A slip in three letters makes another word; a long word may have two. */
function slipsIn(typed: string): number {
  return typed.length < 4 ? 0 : typed.length < 8 ? 1 : 2
}

function nearness(typed: string, word: string, most: number): number {
  const { whole, beginning } = slipsBetween(typed, word, most)
  return Math.max(whole <= most ? forgiven / whole : 0, beginning <= most ? (0.75 * forgiven) / beginning : 0)
}

/** The score of a dish that has all the words, and which of its own words they were. */
function matchOf(
  dish: Findable,
  wanted: readonly Likeness[],
  withChoices: boolean,
): { score: number; words: string[] } | undefined {
  // Also 'puffpuff' for 'Puff-Puff', and 'peppersoup' for 'Pepper Soup'.
  const texts: [number, string[]][] = [
    [places.name, withJoined(wordsOf(dish.name))],
    [places.category, dish.category.flatMap((title) => withJoined(wordsOf(title)))],
    [places.description, wordsOf(dish.description)],
    [places.choices, withChoices ? dish.choices.flatMap(wordsOf) : []],
  ]
  let score = 0
  const words: string[] = []
  for (const likeness of wanted) {
    let best = 0
    let bestWord = ''
    for (const [place, own] of texts) {
      for (const word of own) {
        const value = place * likeness(word)
        if (value <= best) continue
        best = value
        bestWord = word
      }
    }
    if (best === 0) return undefined
    score += best
    words.push(bestWord)
  }
  return { score, words }
}

const small = new Set(['a', 'and', 'for', 'in', 'of', 'on', 'or', 'the', 'with'])

/** Without the words that say nothing, unless there are no others. */
function meaningful(words: string[]): string[] {
  const left = words.filter((word) => !small.has(word))
  return left.length > 0 ? left : words
}

/** 'Iná's Moin-Moin' is 'inas', 'moin', 'moin'. */
function wordsOf(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}]+/gu) ?? []
}

/**
 * How many letters must be put in, left out, changed or swapped with the next to make `typed` of `word`, and of that
 * beginning of `word` which is nearest. (Damerau's distance in its restricted form: no letter is touched twice.)
 */
function slipsBetween(typed: string, word: string, most: number): { whole: number; beginning: number } {
  // No beginning that is longer than this can be near enough.
  const width = Math.min(word.length, typed.length + most)
  let before: number[] = []
  let last = Array.from({ length: width + 1 }, (_, column) => column)
  for (let row = 1; row <= typed.length; row += 1) {
    const next = [row]
    for (let column = 1; column <= width; column += 1) {
      const same = typed[row - 1] === word[column - 1]
      let least = Math.min(at(last, column) + 1, at(next, column - 1) + 1, at(last, column - 1) + (same ? 0 : 1))
      const swapped = row > 1 && typed[row - 1] === word[column - 2] && typed[row - 2] === word[column - 1]
      if (swapped) least = Math.min(least, at(before, column - 2) + 1)
      next.push(least)
    }
    if (Math.min(...next) > most) return { whole: Number.POSITIVE_INFINITY, beginning: Number.POSITIVE_INFINITY }
    before = last
    last = next
  }
  return {
    whole: word.length === width ? at(last, width) : Number.POSITIVE_INFINITY,
    beginning: Math.min(...last),
  }
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY
}
