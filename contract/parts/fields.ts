import { z } from 'zod'
import type { Naira } from '#domain/money/money.ts'
import { highestTotal } from '#domain/order/quote.ts'
import { isSitePath } from '#domain/text/site-path.ts'
import { shortestReason } from '#domain/text/words.ts'

/** Shapes that several resources share. The sentences are what people read beside the field. */

/**
 * The id of a category, dish, group, choice, place or account: words joined by dashes. Choices and prices are found by id in
 * objects, each of which has a `constructor`.
 */
export const slugOf = (sentence: string) =>
  z
    .string()
    .max(60)
    .regex(/^(?!constructor$)[a-z0-9]+(?:-[a-z0-9]+)*$/, sentence)
export const slug = slugOf('This is not a known id.')

/** Nine letters and figures; see `orderIdAlphabet`. */
export const orderId = z.string().regex(/^[0-9A-Z]{9}$/, 'This is not an order number.')

/** Whose action it is, where it may be sent long after it was done. */
export const accountId = z.string().max(100)

/** Made up by the browser for one write: the server does it once however often it arrives. */
export const requestKey = z.string().max(60).optional()

/**
 * What an action that may have waited for the network carries: its account, when it was made, and a key under which the
 * server does it once however often it is sent.
 */
export const queuedFields = {
  account: accountId.optional(),
  at: z.iso.datetime().optional(),
  key: requestKey,
}

/** Within an emoji: the joiner of its parts, its style, and that of a key. */
const inEmoji =
  /(?<=\p{Emoji_Modifier}|\p{Extended_Pictographic}\ufe0f?)\u200d(?=\p{Extended_Pictographic})|(?<=\p{Extended_Pictographic})\ufe0f|\ufe0f(?=\u20e3)/u

const hidden = new RegExp(`(?!${inEmoji.source})[\\p{Cf}\\p{Default_Ignorable_Code_Point}]`, 'gu')

/**
 * Without format characters and others that show as nothing, which could turn, hide or pass for what stands on a ticket. Phones
 * paste them around numbers, so they are removed, not refused.
 */
export const visible = (typed: string) => typed.replace(hidden, '')

/** One line of free text, trimmed; control characters are refused because they end up on tickets and in messages. */
export function line(most: number) {
  return z
    .string()
    .overwrite(visible)
    .trim()
    .max(most, `Please keep this under ${most + 1} characters.`)
    .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'Please use plain text, on one line.')
}

/** A link to a page of this site: '/menu/starters'. */
export const sitePath = (sentence: string) =>
  z.string().overwrite(visible).trim().max(300, sentence).refine(isSitePath, sentence)

/** A line for others to read, which cannot be left out. `missing` is the sentence for one that is too short. */
export const reason = (most: number, missing: string) => line(most).min(shortestReason, missing)

/** Free text that may be typed in several lines. It is stored in one, so that no line of it can pass for one of a ticket. */
export function text(most: number) {
  return z
    .string()
    .overwrite(visible)
    .trim()
    .max(most, `Please keep this under ${most + 1} characters.`)
    .regex(/^(?:\P{Cc}|[\r\n\t])*$/u, 'Please use plain text.')
    .overwrite(inOneLine)
}

// Not by one pattern for a line end and the spaces around it: the time for a run of spaces grows with its square.
const inOneLine = (typed: string) =>
  typed
    .split(/[\r\n\u2028\u2029]/)
    .map((each) => each.trim())
    .filter((each) => each !== '')
    .join(' / ')
    .replaceAll('\t', ' ')

/** A day, '2026-12-25'. The calendar of PostgreSQL has no year 0, and days are reckoned with: a year before and after there is one. */
export const day = (sentence: string) =>
  z.iso.date(sentence).refine((typed) => typed >= '2000-01-01' && typed < '2200-01-01', sentence)

/** A time of day, '18:30'. */
export const clock = (sentence: string) => z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, sentence)

/** Whole naira, more than none. */
export const amountUpTo = (most: number) =>
  z.int('Please enter whole naira.').min(1, 'Please enter an amount above zero.').max(most, 'This amount is too high.')
export const amount = amountUpTo(highestTotal)

/** Naira as a bank moves them, with kobo; at least one. */
export const amountWithKobo = z
  .number('Please enter an amount.')
  .multipleOf(0.01, 'Please enter naira, with two figures of kobo at most.')
  .min(1, 'Please enter an amount above zero.')
  .max(highestTotal, 'This amount is too high.')

// What answers are made of. A field more or less than the schema has is a bug of the server.

/** An answer's object: these fields and no others. */
export function document<const Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.strictObject(shape).readonly()
}

export function list<const Entry extends z.core.SomeType>(entry: Entry) {
  return z.array(entry).readonly()
}

/** By id. */
export function dictionary<const Entry extends z.core.SomeType>(entry: Entry) {
  return z.record(z.string(), entry).readonly()
}

/** Whole naira, as the server has counted them. */
export const naira = z.int().min(0) as unknown as z.ZodType<Naira, Naira>

/** ISO 8601, in UTC. */
export const instant = z.iso.datetime()

export const count = z.int().min(0)

/** `#rrggbb`. */
export const colour = z.string().regex(/^#[0-9a-f]{6}$/, 'Please choose a colour.')

/** A picture: `/media/{name}-{width}.{avif|webp}` are its files, all of them 4:3; `picture.ts` has the widths. */
export const picture = document({
  /** Stands for what is in the file: another picture has another name. */
  name: z.string(),
  /** What is to be seen; left out where the words beside the picture say it. */
  alt: z.exactOptional(z.string()),
  /** `#rrggbb`: stands in until the picture has come. A transparent picture has none: its tile stands in. */
  colour: z.exactOptional(z.string()),
})

/** A short film without sound. All addresses are paths of this site, under names that change with the content. */
export const film = document({
  id: z.string(),
  title: z.string(),
  seconds: z.number(),
  /** Pixels. */
  width: z.int(),
  height: z.int(),
  /** What stands in until it plays. */
  poster: document({ avif: z.string(), webp: z.string() }),
  /** The best first; a browser takes the first that it can play. */
  sources: list(document({ src: z.string(), type: z.enum(['video/webm', 'video/mp4']), bytes: z.int() })),
  /** WebVTT, in English: what is to be seen and said. */
  captions: z.string(),
})
export type Film = z.infer<typeof film>
