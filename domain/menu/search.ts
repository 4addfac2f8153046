import { fold, withJoined } from '../text/words.ts'

export type Findable = {
  readonly name: string
  readonly description: string
  /** The category's title and its other names. */
  readonly category: readonly string[]
  /** The choices of the dish, searched only if no dish matches without them: 'semo' finds the soups. */
  readonly choices: readonly string[]
}

type Found<Dish> = {
  /** Best matches first; equal matches stay in menu order. */
  readonly dishes: readonly Dish[]
  /** The corrected query, if a typing error was assumed: 'egusi' for 'egwusi'. */
  readonly meant: string | undefined
}

/**
 * Returns the dishes that match every word of `typed`, in any order. Case, accents and dashes are ignored, and a word
 * matches by its beginning. If no dish matches, typing errors are allowed. An empty query finds nothing.
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

// The weight of a match in each field of a dish. A dish whose whole name is the query gets `exactly` in addition, so
// that this dish comes first.
const places = { name: 4, category: 2, description: 1, choices: 0.5 }
const whole = 4
const beginning = 3
/**
 * The score of a word with one typing error. A word with two errors scores half of this, and a word whose beginning
 * matches with an error scores three quarters of a whole word.
 */
const forgiven = 2
const exactly = 100

/** Scores a word of the menu against a typed word; 0 means no match. */
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

/**
 * Returns the number of typing errors allowed in a word: none up to three letters, because an error makes another word
 * of them; two in a long word.
 */
function slipsIn(typed: string): number {
  return typed.length < 4 ? 0 : typed.length < 8 ? 1 : 2
}

function nearness(typed: string, word: string, most: number): number {
  const { whole, beginning } = slipsBetween(typed, word, most)
  return Math.max(whole <= most ? forgiven / whole : 0, beginning <= most ? (0.75 * forgiven) / beginning : 0)
}

function matchOf(
  dish: Findable,
  wanted: readonly Likeness[],
  withChoices: boolean,
): { score: number; words: string[] } | undefined {
  // Includes joined words: 'puffpuff' for 'Puff-Puff', and 'peppersoup' for 'Pepper Soup'.
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

/** Leaves out filler words such as 'with', unless all words are fillers. */
function meaningful(words: string[]): string[] {
  const left = words.filter((word) => !small.has(word))
  return left.length > 0 ? left : words
}

/** Splits into words: 'Iná's Moin-Moin' gives 'inas', 'moin', 'moin'. */
function wordsOf(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}]+/gu) ?? []
}

/**
 * Returns the number of letters to insert, delete, change or swap with the next letter to turn `typed` into `word`, and
 * into the nearest beginning of `word`. (Damerau's distance in its restricted form: no letter is edited twice.)
 */
function slipsBetween(typed: string, word: string, most: number): { whole: number; beginning: number } {
  // A beginning of `word` with more letters than this needs more than `most` edits.
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
