import { z } from 'zod'
import type { Naira } from '#domain/money/money.ts'
import { highestTotal } from '#domain/order/quote.ts'
import { isSitePath } from '#domain/text/site-path.ts'
import { shortestReason, withoutLineBreaks } from '#domain/text/words.ts'

/** Shapes that several endpoints share. A form shows an error text beside its field. */

/**
 * The id of a category, dish, group, choice, place or account: words joined by dashes. 'constructor' is refused,
 * because ids are keys of objects, and every object has a property of this name.
 */
export const slugOf = (sentence: string) =>
  z
    .string()
    .max(60)
    .regex(/^(?!constructor$)[a-z0-9]+(?:-[a-z0-9]+)*$/, sentence)
export const slug = slugOf('This is not a known id.')

/** An order id: nine letters and digits; see `orderIdAlphabet`. */
export const orderId = z.string().regex(/^[0-9A-Z]{9}$/, 'This is not an order number.')

/** The id of the account that made a queued action, which may be sent long after the press. */
export const accountId = z.string().max(100)

/** An idempotency key, made by the browser for one write: the server runs repeated requests once. */
export const requestKey = z.string().max(60).optional()

/** The extra fields of an action that may have waited for the network: its account, its time and an idempotency key. */
export const queuedFields = {
  account: accountId.optional(),
  at: z.iso.datetime().optional(),
  key: requestKey,
}

/** Characters within an emoji: the joiner, the style selector and the keycap. */
const inEmoji =
  /(?<=\p{Emoji_Modifier}|\p{Extended_Pictographic}\ufe0f?)\u200d(?=\p{Extended_Pictographic})|(?<=\p{Extended_Pictographic})\ufe0f|\ufe0f(?=\u20e3)/u

const hidden = new RegExp(`(?!${inEmoji.source})[\\p{Cf}\\p{Default_Ignorable_Code_Point}]`, 'gu')

/**
 * Removes invisible characters, which could reorder, hide or imitate text on a ticket. They are removed instead of
 * refused, because phones add them when numbers are pasted.
 */
export const visible = (typed: string) => typed.replace(hidden, '')

/**
 * One line of free text, trimmed. Control characters are refused, because the text is printed on tickets and sent in
 * messages.
 */
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

/** A required line that other people read. `missing` is the error for a text that is too short. */
export const reason = (most: number, missing: string) => line(most).min(shortestReason, missing)

/**
 * Free text that may be typed in several lines. The text is stored as one line, so that no part of the text can imitate
 * another line of a ticket.
 */
export function text(most: number) {
  return z
    .string()
    .overwrite(visible)
    .trim()
    .regex(/^(?:\P{Cc}|[\r\n\t])*$/u, 'Please use plain text.')
    .overwrite((typed) => withoutLineBreaks(typed).replaceAll('\t', ' '))
    .max(most, `Please keep this under ${most + 1} characters.`)
}

/**
 * A day from 2000 to 2199: '2026-12-25'. With these limits, days that the server computes from the day stay valid in
 * PostgreSQL, which has no year 0.
 */
export const day = (sentence: string) =>
  z.iso.date(sentence).refine((typed) => typed >= '2000-01-01' && typed < '2200-01-01', sentence)

export const clock = (sentence: string) => z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, sentence)

/** A positive amount in whole naira. */
export const amountUpTo = (most: number) =>
  z.int('Please enter whole naira.').min(1, 'Please enter an amount above zero.').max(most, 'This amount is too high.')
export const amount = amountUpTo(highestTotal)

/** A bank's amount in naira with kobo; at least one naira. */
export const amountWithKobo = z
  .number('Please enter an amount.')
  .multipleOf(0.01, 'Please enter naira, with two digits of kobo at most.')
  .min(1, 'Please enter an amount above zero.')
  .max(highestTotal, 'This amount is too high.')

// Shapes of responses. A missing or additional field is a bug of the server.

/** An object in a response, with exactly these fields. */
export function document<const Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.strictObject(shape).readonly()
}

export function list<const Entry extends z.core.SomeType>(entry: Entry) {
  return z.array(entry).readonly()
}

export function dictionary<const Entry extends z.core.SomeType>(entry: Entry) {
  return z.record(z.string(), entry).readonly()
}

/** A computed amount in whole naira. */
export const naira = z.int().min(0) as unknown as z.ZodType<Naira, Naira>

/** ISO 8601, in UTC. */
export const instant = z.iso.datetime()

export const count = z.int().min(0)

/** `#rrggbb`. */
export const colour = z.string().regex(/^#[0-9a-f]{6}$/, 'Please choose a colour.')

/** A picture. `/media/{name}-{width}.{avif|webp}` are its files, all 4:3; `picture.ts` lists the widths. */
export const picture = document({
  /** Identifies the content: a changed picture has another name. */
  name: z.string(),
  /** Describes the picture; missing if the words beside it do. */
  alt: z.exactOptional(z.string()),
  /**
   * `#rrggbb`: the placeholder until the picture has loaded. Missing for transparent pictures, which use their tile.
   */
  colour: z.exactOptional(z.string()),
})

/** A short film without sound. All addresses are paths of this site whose names change with the content. */
export const film = document({
  id: z.string(),
  title: z.string(),
  seconds: z.number(),
  /** The width in pixels. */
  width: z.int(),
  height: z.int(),
  poster: document({ avif: z.string(), webp: z.string() }),
  /** Sources in order of preference. A browser plays the first that it supports. */
  sources: list(document({ src: z.string(), type: z.enum(['video/webm', 'video/mp4']), bytes: z.int() })),
  /** WebVTT in English: describes pictures and speech. */
  captions: z.string(),
})
export type Film = z.infer<typeof film>
