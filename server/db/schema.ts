import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  customType,
  date,
  integer,
  json,
  jsonb,
  numeric,
  pgTable,
  real,
  smallint,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'
import type { AuditAction } from '#contract/audit.ts'
import type { Farm, FarmFeature, FarmPhoto } from '#contract/farm.ts'
import type { Home, Slide } from '#contract/home.ts'
import type { KitchenLoad } from '#contract/kitchen-load.ts'
import type { Tile } from '#contract/menu/menu.ts'
import type { MenuCategory } from '#contract/menu/menu-document.ts'
import type { MessageChannelName, MessageFailure, MessageState } from '#contract/messages.ts'
import type { AssignedRider, Escalation, FirstConfirmation, SlotQuestion } from '#contract/order/orders.ts'
import type { BankAccount } from '#contract/order/quotes.ts'
import type { Picture } from '#contract/picture.ts'
import type { PaperWidth, PrinterMake, PrinterState, PrintFailure } from '#contract/printers.ts'
import type { Site } from '#contract/site.ts'
import type { SecurityKind } from '#contract/staff.ts'
import type { Testimonial } from '#contract/testimonial.ts'
import type { MovementKind, Place } from '#domain/books/movement.ts'
import type { Kind as DifferenceKind, Effect } from '#domain/books/reconcile.ts'
import type { Columns } from '#domain/books/statements/statement-heading.ts'
import type { LineKind } from '#domain/books/statements/statement-kinds.ts'
import type { Hours, OptionGroup } from '#domain/menu/menu.ts'
import { type Naira, zero } from '#domain/money/money.ts'
import type { TaxLine } from '#domain/money/tax.ts'
import type { Channel } from '#domain/order/counter.ts'
import type { OwnTexts } from '#domain/order/customer-messages.ts'
import type { PaymentMethod, PaymentState, Rejection } from '#domain/order/payment.ts'
import type { DeliveryStatus, OrderStatus } from '#domain/order/statuses.ts'
import type { SubstitutionMade } from '#domain/order/substitution.ts'
import type { PrintKind, TicketKind } from '#domain/order/ticket.ts'
import type { Register } from '#domain/restaurant/bank-accounts.ts'
import type { Brand } from '#domain/restaurant/brand.ts'
import type { LaterTerms } from '#domain/restaurant/calendar.ts'
import type { Capacity } from '#domain/restaurant/capacity.ts'
import type { DeliveryMethod } from '#domain/restaurant/delivery.ts'
import type { Role } from '#domain/restaurant/policy.ts'
import type { Prep } from '#domain/restaurant/prep-list.ts'
import type { Span } from '#domain/text/spans.ts'
import type { Source } from '../media/pictures.ts'
import { storedItems, storedTerms } from './stored-items.ts'

/**
 * The tables for queries. The SQL files of `migrations/` create them; `schema.test.ts` compares each table with the
 * database.
 */

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
/**
 * A random token, stored as its SHA-256. Drizzle hashes every value that is stored or compared, so no code path can
 * store a plain token. Reading returns the hash.
 */
const hashedToken = customType<{ data: string; driverData: string }>({
  dataType: () => 'text',
  toDriver: (token) => createHash('sha256').update(token).digest('hex'),
})
const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
/** Naira with kobo, as in bank statements. */
const withKobo = (name: string) => numeric(name, { precision: 14, scale: 2, mode: 'number' })
const money = (name: string) => integer(name).$type<Naira>().notNull()

/**
 * A picture's source, and the properties of its file that the server read when it started. Without a name the file was
 * missing, and pages show a placeholder.
 */
export type PictureDocument = Source & Omit<Picture, 'name'> & Partial<Pick<Picture, 'name'>>

type WithFile<Pictured> = Omit<Pictured, 'picture'> & { readonly picture: PictureDocument }

export type SettingsDocument = Register &
  Omit<
    Site,
    'brand' | 'categories' | 'delivers' | 'farm' | 'hero' | 'later' | 'paused' | 'pausedUntil' | 'showSides'
  > & {
    readonly hero?: PictureDocument
    readonly colours?: Brand
    /** An uploaded photo. */
    readonly logo?: PictureDocument
    readonly emailHost: string
    readonly kitchenCapacity: number
    /** Null or missing for no limit. */
    readonly quarterCapacity?: Capacity | null
    /** Null if the restaurant takes no orders for later; missing for the usual terms. */
    readonly later?: LaterTerms | null
    /** The time in Lagos at which a business day begins. */
    readonly dayBegins?: string
    readonly hidesFarm?: true
    /** The owner's texts of messages to customers, by event. */
    readonly messageTexts?: OwnTexts
    /** Set for a restaurant that its owner sets up on /setup; missing for a restaurant read from a folder. */
    readonly setup?: 'begun' | 'done'
  }

export const settings = pgTable('settings', {
  onlyRow: boolean('only_row').primaryKey().default(true),
  document: jsonb('document').$type<SettingsDocument>().notNull(),
})

export const locations = pgTable('locations', {
  id: text('id').primaryKey(),
  position: integer('position').notNull(),
  name: text('name').notNull(),
  fee: money('fee'),
  minimum: integer('minimum').$type<Naira>(),
  freeAbove: integer('free_above').$type<Naira>(),
  drivingMinutes: integer('driving_minutes'),
})

type TestimonialDocument = Omit<Testimonial, 'picture'> & { readonly picture?: PictureDocument }

export type FarmDocument = Omit<Farm, 'hero' | 'features' | 'gallery' | 'videos' | 'videoOffer' | 'testimonials'> & {
  readonly hero: PictureDocument
  readonly features: readonly WithFile<FarmFeature>[]
  readonly gallery: readonly WithFile<FarmPhoto>[]
  /** Ids of films. */
  readonly videos: readonly string[]
  readonly videoOffer: WithFile<Farm['videoOffer']>
  readonly testimonials: readonly TestimonialDocument[]
}

export const farm = pgTable('farm', {
  onlyRow: boolean('only_row').primaryKey().default(true),
  document: jsonb('document').$type<FarmDocument>().notNull(),
})

/** A slide as stored: with a picture, or the name of a film. */
export type SlideDocument = Omit<Slide, 'offer' | 'picture' | 'film'> & {
  readonly offer?: true
  /** Set if an owner has hidden the slide. */
  readonly hidden?: true
} & ({ readonly picture: PictureDocument } | { readonly film: string })

export type HomeDocument = Omit<Home, 'slides' | 'about' | 'testimonials'> & {
  readonly testimonials: readonly (TestimonialDocument & { readonly hidden?: true })[]
  readonly slides: readonly SlideDocument[]
  readonly about: Omit<Home['about'], 'film'> & { readonly film?: string }
}

export const home = pgTable('home', {
  onlyRow: boolean('only_row').primaryKey().default(true),
  document: jsonb('document').$type<HomeDocument>().notNull(),
})

type CategoryDocument = {
  readonly tile: Tile
  readonly picture?: PictureDocument
  readonly short?: string
  readonly hours?: Hours
  readonly served?: readonly Span[]
  readonly banner: { readonly text: string; readonly link: string } | null
  readonly availableFirst: boolean
  readonly added: string
  readonly shortToast: boolean
  /** Other titles of the category, whose paths lead to its page: 'soft drinks'. */
  readonly synonyms: readonly string[]
}

export const categories = pgTable('categories', {
  id: text('id').primaryKey(),
  position: integer('position').notNull(),
  title: text('title').notNull(),
  listed: boolean('listed').notNull(),
  document: jsonb('document').$type<CategoryDocument>().notNull(),
})

type ItemDocument = {
  readonly picture?: PictureDocument
  readonly heat: number
  readonly diet: readonly string[]
  readonly served?: readonly Span[]
  /** `work` and `notice` are in minutes: see `DishTimes` of the domain. */
  readonly work?: number
  readonly notice?: number
  readonly prep?: Prep
  readonly groups: readonly OptionGroup[]
}

export const items = pgTable('items', {
  id: text('id').primaryKey(),
  categoryId: text('category_id').notNull(),
  position: integer('position').notNull(),
  name: text('name').notNull(),
  description: text('description').notNull(),
  price: money('price'),
  available: boolean('available').notNull(),
  takesNote: boolean('takes_note').notNull(),
  bestseller: boolean('bestseller').notNull(),
  document: jsonb('document').$type<ItemDocument>().notNull(),
  version: integer('version').notNull().default(1),
  backAt: moment('back_at'),
  portionsLeft: integer('portions_left'),
  removed: boolean('removed').notNull().default(false),
})

export const menuVersions = pgTable('menu_versions', {
  version: integer('version').primaryKey(),
  categories: json('categories').$type<readonly MenuCategory[]>().notNull(),
  publishedBy: text('published_by'),
  publishedAt: moment('published_at').notNull().defaultNow(),
  note: text('note').notNull(),
})

export const menuDraft = pgTable('menu_draft', {
  onlyRow: boolean('only_row').primaryKey().default(true),
  basedOn: integer('based_on').notNull(),
  /** The number of times that the draft of the menu was saved. */
  revision: integer('revision').notNull(),
  /** The categories as in the editor; they may still be invalid. */
  categories: json('categories').$type<readonly unknown[]>().notNull(),
  savedBy: text('saved_by').notNull(),
  savedAt: moment('saved_at').notNull().defaultNow(),
})

export const photos = pgTable('photos', {
  /** The SHA-256 of the uploaded file. */
  id: text('id').primaryKey(),
  original: bytes('original').notNull(),
  preview: bytes('preview').notNull(),
  width: integer('width').notNull(),
  height: integer('height').notNull(),
  colour: text('colour'),
  used: boolean('used').notNull().default(false),
  addedAt: moment('added_at').notNull().defaultNow(),
})

export const photoPictures = pgTable('photo_pictures', {
  name: text('name').primaryKey(),
  photoId: text('photo_id').notNull(),
  focus: jsonb('focus').$type<NonNullable<Source['focus']>>(),
})

export const kitchenLoad = pgTable('kitchen_load', {
  onlyRow: boolean('only_row').primaryKey().default(true),
  rushMinutes: integer('rush_minutes').notNull().default(0),
  capacity: integer('capacity'),
  rushSince: moment('rush_since'),
  /**
   * The end of the rush. Null means that the rush ends at the next opening, as a pause does with null in `pausedUntil`.
   */
  rushUntil: moment('rush_until'),
  paused: text('paused'),
  pausedSince: moment('paused_since'),
  pausedUntil: moment('paused_until'),
  ended: jsonb('ended').$type<NonNullable<KitchenLoad['ended']>>(),
  /** True if the last notice to open pages said that the restaurant is open: see `announceHours`. */
  wasOpen: boolean('was_open').notNull().default(true),
  escalateAfter: integer('escalate_after').default(5),
  ownerPhone: text('owner_phone'),
  /** The sum in naira above which a second person must confirm a payment; null if one person suffices for any sum. */
  secondPersonAbove: integer('second_person_above'),
  /** The largest sum that a rider may collect for an order, in naira; null if cash at the door is not accepted. */
  cashAtDoorUpTo: integer('cash_at_door_up_to').$type<Naira>(),
  version: integer('version').notNull().default(1),
  /** The learned correction in minutes: see `Kitchen.learned`. */
  learnedMinutes: real('learned_minutes').notNull().default(0),
  /** The end of the day for which `readyToday` and `keptToday` count. */
  dayEnds: moment('day_ends'),
  readyToday: integer('ready_today').notNull().default(0),
  keptToday: integer('kept_today').notNull().default(0),
})

/**
 * Counts of the orders in the kitchen, kept by triggers on `orders`. The count is the sum of several rows, so that
 * concurrent orders do not wait for one row.
 */
export const kitchenCounts = pgTable('kitchen_counts', {
  part: smallint('part').primaryKey(),
  open: integer('open').notNull().default(0),
})

export const deskPresence = pgTable('desk_presence', {
  userId: text('user_id').primaryKey(),
  seenAt: moment('seen_at').notNull().defaultNow(),
})

export const users = pgTable('users', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  email: text('email').notNull(),
  emailVerified: boolean('email_verified').notNull().default(false),
  image: text('image'),
  createdAt: moment('created_at').notNull().defaultNow(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
  role: text('role').$type<Role>().notNull().default('customer'),
  username: text('username').notNull(),
  phone: text('phone'),
  address: text('address').notNull().default(''),
  location: text('location_id'),
  /** The phone of a guest: E.164, or as typed if the guest typed several numbers. It cannot be used to sign in. */
  guestPhone: text('guest_phone'),
  /** The end of a guest's sessions and links. */
  guestUntil: moment('guest_until'),
  /** The time at which a staff account was deactivated. */
  switchedOffAt: moment('switched_off_at'),
  isDemo: boolean('is_demo').notNull().default(false),
  secondFactorSince: moment('second_factor_since'),
})

export const sessions = pgTable('sessions', {
  id: text('id').primaryKey(),
  userId: text('user_id').notNull(),
  token: hashedToken('token').notNull(),
  expiresAt: moment('expires_at').notNull(),
  ipAddress: text('ip_address'),
  userAgent: text('user_agent'),
  createdAt: moment('created_at').notNull().defaultNow(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
  seenAt: moment('seen_at').notNull().defaultNow(),
  secondStepAt: moment('second_step_at'),
  passkeyChallenge: text('passkey_challenge'),
  registrationChallenge: text('registration_challenge'),
})

export const credentials = pgTable('credentials', {
  id: text('id').primaryKey(),
  userId: text('user_id').notNull(),
  accountId: text('account_id').notNull(),
  providerId: text('provider_id').notNull(),
  password: text('password'),
  accessToken: text('access_token'),
  refreshToken: text('refresh_token'),
  idToken: text('id_token'),
  accessTokenExpiresAt: moment('access_token_expires_at'),
  refreshTokenExpiresAt: moment('refresh_token_expires_at'),
  scope: text('scope'),
  createdAt: moment('created_at').notNull().defaultNow(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
})

export const verifications = pgTable('verifications', {
  id: text('id').primaryKey(),
  identifier: text('identifier').notNull(),
  value: text('value').notNull(),
  expiresAt: moment('expires_at').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
})

export const totpKeys = pgTable('totp_keys', {
  userId: text('user_id').primaryKey(),
  key: text('key'),
  pending: text('pending'),
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
})

export const passkeys = pgTable('passkeys', {
  id: text('id').primaryKey(),
  userId: text('user_id').notNull(),
  credentialId: text('credential_id').notNull(),
  /** Base64url. */
  publicKey: text('public_key').notNull(),
  counter: bigint('counter', { mode: 'number' }).notNull(),
  transports: text('transports').array().notNull(),
  /** The device on which the passkey was created. */
  name: text('name').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
})

export const recoveryCodes = pgTable('recovery_codes', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  userId: text('user_id').notNull(),
  hash: text('hash').notNull(),
})

export const rateLimits = pgTable('rate_limits', {
  key: text('key').primaryKey(),
  windowStarted: moment('window_started').notNull(),
  count: integer('count').notNull(),
})

export const quotes = pgTable('quotes', {
  id: text('id').primaryKey(),
  customerId: text('customer_id'),
  requestKey: text('request_key').notNull(),
  terms: storedTerms('terms').notNull(),
  /** The accounts shown to the customer; null for quotes older than this column. */
  accounts: jsonb('accounts').$type<readonly BankAccount[]>(),
  open: boolean('open').notNull().default(true),
  createdAt: moment('created_at').notNull().defaultNow(),
  expiresAt: moment('expires_at').notNull(),
  channel: text('channel').$type<Channel>().notNull().default('web'),
  enteredBy: text('entered_by'),
  addressKey: text('address_key'),
  rejection: jsonb('rejection').$type<Rejection>(),
  placed: boolean('placed').notNull().default(false),
  /** The times of an order for later; all null for an order without a slot. */
  slot: moment('slot'),
  due: moment('due'),
  startAt: moment('start_at'),
  stockDay: date('stock_day'),
  /** The quote's promised time; null if the promise is made when the order is placed. */
  readyBy: moment('ready_by'),
})

export const quarterBookings = pgTable('quarter_bookings', {
  quoteId: text('quote_id').notNull(),
  quarter: moment('quarter').notNull(),
  /** The booked work in minutes. */
  work: integer('work').notNull(),
  counter: boolean('counter').notNull(),
  /** The time of expiry of a quote's booking; null for the booking of an order. */
  expiresAt: moment('expires_at'),
})

export const closedQuarters = pgTable('closed_quarters', {
  quarter: moment('quarter').primaryKey(),
  closedBy: text('closed_by').notNull(),
  closedAt: moment('closed_at').notNull().defaultNow(),
  asks: boolean('asks').notNull().default(false),
})

export const preparations = pgTable('preparations', {
  itemId: text('item_id').notNull(),
  due: moment('due').notNull(),
  portions: integer('portions').notNull(),
  doneBy: text('done_by').notNull(),
  doneAt: moment('done_at').notNull().defaultNow(),
})

export const stockHolds = pgTable('stock_holds', {
  customerId: text('customer_id').notNull(),
  itemId: text('item_id').notNull(),
  quoteId: text('quote_id').notNull(),
  portions: integer('portions').notNull(),
  heldSince: moment('held_since').notNull().defaultNow(),
  claimedAt: moment('claimed_at'),
  /** The later business day whose portions the hold reserves; null for the portions that the menu counts now. */
  day: date('day'),
})

export const orders = pgTable('orders', {
  orderId: text('id').primaryKey(),
  customerId: text('customer_id'),
  status: text('status').$type<OrderStatus>().notNull().default('pending'),
  payment: text('payment').$type<PaymentState>().notNull().default('claimed'),
  received: money('received').default(zero),
  customerName: text('customer_name').notNull(),
  customerPhone: text('customer_phone').notNull(),
  contactPhone: text('contact_phone').notNull(),
  useDifferentPhone: boolean('use_different_phone').notNull(),
  deliveryMethod: text('delivery_method').$type<DeliveryMethod>().notNull(),
  deliveryAddress: text('delivery_address'),
  deliveryLocation: text('delivery_location'),
  drivingMinutes: integer('driving_minutes'),
  differentPayer: boolean('different_payer').notNull(),
  payerName: text('payer_name').notNull(),
  paymentReference: text('payment_reference').notNull(),
  items: storedItems('lines').notNull(),
  awaitingSubstitution: boolean('awaiting_substitution').notNull().generatedAlwaysAs(sql``),
  substitutions: jsonb('substitutions').$type<readonly SubstitutionMade[]>().notNull().default([]),
  subtotal: money('subtotal'),
  deliveryFee: money('delivery_fee'),
  taxLines: jsonb('tax_lines').$type<readonly TaxLine[]>().notNull().default([]),
  totalAmount: money('total'),
  claimedAt: moment('claimed_at').notNull().defaultNow(),
  refunded: money('refunded').default(zero),
  refundReference: text('refund_reference'),
  owed: money('owed').generatedAlwaysAs(sql``),
  assignedRider: jsonb('rider').$type<AssignedRider>(),
  deliveryStatus: text('delivery_status').$type<DeliveryStatus>(),
  deliveryCode: text('delivery_code'),
  linkCode: text('link_code'),
  codeTries: integer('code_tries').notNull().default(0),
  outAt: moment('out_at'),
  deliveryProblem: text('delivery_problem'),
  cashAtDoor: boolean('cash_at_door').notNull().default(false),
  /**
   * The times at which the payment was found and the kitchen started. Null before that, and for orders older than these
   * columns.
   */
  foundAt: moment('found_at'),
  startedAt: moment('started_at'),
  readyAt: moment('ready_at'),
  /** The time of completion or cancellation. */
  finishedAt: moment('finished_at'),
  acknowledgedAt: moment('acknowledged_at'),
  escalatedAt: moment('escalated_at'),
  escalation: text('escalation').$type<Escalation>(),
  cancelReason: text('cancel_reason'),
  cancelledBy: text('cancelled_by').$type<'customer' | 'restaurant'>(),
  readyBy: moment('ready_by').notNull(),
  /**
   * The estimate behind the promise, in minutes. Null after it has corrected later promises, or if it must not correct
   * them.
   */
  estimatedMinutes: integer('estimated_minutes'),
  version: integer('version').notNull().default(1),
  createdAt: moment('created_at').notNull().defaultNow(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
  channel: text('channel').$type<Channel>().notNull().default('web'),
  enteredBy: text('entered_by'),
  crowded: boolean('crowded').notNull().default(false),
  quoteExpired: boolean('quote_expired').notNull().default(false),
  rejection: jsonb('rejection').$type<Rejection>(),
  /** The first person's confirmation of a large payment while it waits for a second person's; otherwise null. */
  firstConfirmation: jsonb('first_confirmation').$type<FirstConfirmation & { readonly session: string }>(),
  /** The time at which personal data was removed because of its age. */
  anonymisedAt: moment('anonymised_at'),
  /** Portions by dish. */
  portionsSold: jsonb('portions_sold').$type<Readonly<Record<string, number>>>().notNull().default({}),
  /** True if the order's customer had ordered before. Null for guests and for orders older than this column. */
  orderedBefore: boolean('ordered_before'),
  /** The key of the customer's network address, copied from the order's quote by triggers. */
  addressKey: text('address_key'),
  /** The times of an order for later, copied from the order's quote by a trigger. */
  slot: moment('slot'),
  due: moment('due'),
  startAt: moment('start_at'),
  stockDay: date('stock_day'),
  /** True until the kitchen must start an order for later. */
  waits: boolean('waits').notNull().default(false),
  slotQuestion: jsonb('slot_question').$type<SlotQuestion>(),
})

export const messages = pgTable('messages', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  channel: text('channel').$type<MessageChannelName>().notNull(),
  endpoint: text('endpoint'),
  phone: text('phone'),
  about: text('about').notNull(),
  event: text('event').notNull(),
  version: integer('version').notNull(),
  message: jsonb('message').notNull(),
  state: text('state').$type<MessageState>().notNull().default('waiting'),
  failure: text('failure').$type<MessageFailure>(),
  providerId: text('provider_id'),
  /** The cost in kobo. */
  cost: integer('cost').notNull().default(0),
  attempts: integer('attempts').notNull().default(0),
  answered: integer('answered').notNull().default(0),
  dueAt: moment('due_at').notNull().defaultNow(),
  expiresAt: moment('expires_at').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
  sentAt: moment('sent_at'),
  seenAt: moment('seen_at'),
})

export const messageChannels = pgTable('message_channels', {
  channel: text('channel').$type<Exclude<MessageChannelName, 'push'>>().primaryKey(),
  isOn: boolean('is_on').notNull().default(false),
  settings: jsonb('settings').$type<Readonly<Record<string, unknown>>>().notNull().default({}),
  /** The channel's secrets, as sealed JSON. */
  secrets: text('secrets'),
})

export const conversations = pgTable('conversations', {
  phone: text('phone').primaryKey(),
  heardAt: moment('heard_at').notNull(),
  stoppedAt: moment('stopped_at'),
})

export const orderConversations = pgTable('order_conversations', {
  orderId: text('order_id').primaryKey(),
  phone: text('phone').notNull(),
  byCode: boolean('by_code').notNull(),
  linkedAt: moment('linked_at').notNull().defaultNow(),
})

export const customerReplies = pgTable('customer_replies', {
  id: text('id').primaryKey(),
  orderId: text('order_id').notNull(),
  phone: text('phone').notNull(),
  text: text('text').notNull(),
  at: moment('at').notNull(),
  seenAt: moment('seen_at'),
})

export const dayFigures = pgTable('day_figures', {
  /** A day in Lagos. */
  day: date('day').notNull(),
  dimension: text('dimension').notNull(),
  key: text('key').notNull(),
  count: integer('count').notNull(),
  /** Naira or seconds, by the dimension. */
  amount: bigint('amount', { mode: 'number' }).notNull(),
})

export const monthFigures = pgTable('month_figures', {
  /** The first day of the month. */
  month: date('month').notNull(),
  dimension: text('dimension').notNull(),
  key: text('key').notNull(),
  firstDay: date('first_day').notNull(),
  count: integer('count').notNull(),
  amount: bigint('amount', { mode: 'number' }).notNull(),
})

export const changedDays = pgTable('changed_days', { day: date('day').notNull() })

export const soldOutSpans = pgTable('sold_out_spans', {
  itemId: text('item_id').notNull(),
  beganAt: moment('began_at').notNull().defaultNow(),
  endedAt: moment('ended_at'),
})

export const movements = pgTable('movements', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  at: moment('at').notNull().defaultNow(),
  kind: text('kind').$type<MovementKind>().notNull(),
  place: text('place').$type<Place>().notNull(),
  orderId: text('order_id'),
  /** The signed sum in naira: positive money arrives at the place, negative leaves it. */
  amount: integer('amount').notNull(),
  /** The bank's amount minus the whole naira in `amount`, in kobo. */
  kobo: smallint('kobo').notNull().default(0),
  method: text('method').$type<PaymentMethod>(),
  reference: text('reference'),
  sender: text('sender'),
  recordedBy: text('recorded_by'),
  provider: text('provider'),
  note: text('note'),
})

export const firstConfirmations = pgTable('first_confirmations', {
  sessionId: text('session_id').primaryKey(),
  orderId: text('order_id').notNull(),
  accountId: text('account_id'),
  amount: money('amount'),
  confirmedBy: text('confirmed_by').notNull(),
  confirmedAt: moment('confirmed_at').notNull().defaultNow(),
})

export const tickets = pgTable('tickets', {
  orderId: text('order_id').notNull(),
  kind: text('kind').$type<TicketKind>().notNull(),
  number: integer('number').notNull(),
  requestKey: text('request_key').notNull(),
  /** Null for a ticket that a printer printed automatically. */
  printedBy: text('printed_by'),
  printedAt: moment('printed_at').notNull().defaultNow(),
})

/**
 * The printers, which poll the server for tickets. `code` is the SHA-256 of the secret in the URL that the printer
 * polls.
 */
export const printers = pgTable('printers', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  make: text('make').$type<PrinterMake>().notNull(),
  code: hashedToken('code').notNull(),
  kinds: text('kinds').array().$type<TicketKind[]>().notNull(),
  categories: text('category_ids').array(),
  copies: smallint('copies').notNull(),
  cuts: boolean('cuts').notNull(),
  buzzes: boolean('buzzes').notNull(),
  paperWidth: smallint('paper_width').$type<PaperWidth>().notNull(),
  state: text('state').$type<PrinterState>().notNull().default('ready'),
  polledAt: moment('polled_at'),
  silent: boolean('silent').notNull().default(false),
  addedAt: moment('added_at').notNull().defaultNow(),
})

export const printJobs = pgTable('print_jobs', {
  /** The job's token, which the printer sends back when it confirms. */
  id: text('id').primaryKey().default(sql``),
  printerId: text('printer_id').notNull(),
  /** Null for a test page. */
  orderId: text('order_id'),
  kind: text('kind').$type<PrintKind | 'test'>().notNull(),
  number: integer('number').notNull(),
  copy: smallint('copy').notNull(),
  /** True if a packing ticket has sums, phone and address. */
  forTill: boolean('for_till').notNull(),
  requestedBy: text('requested_by'),
  createdAt: moment('created_at').notNull().defaultNow(),
  /** The time at which the printer received the job. Null before that, and again after a fault of the printer. */
  claimedAt: moment('claimed_at'),
  /** The number of times that the printer received the job and reported no result. */
  unconfirmed: smallint('unconfirmed').notNull().default(0),
  retryAt: moment('retry_at'),
  printedAt: moment('printed_at'),
  failedAt: moment('failed_at'),
  failure: text('failure').$type<PrintFailure>(),
})

export const charges = pgTable('charges', {
  reference: text('reference').primaryKey(),
  quoteId: text('quote_id').notNull(),
  provider: text('provider').notNull(),
  account: jsonb('account').$type<BankAccount>().notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
})

/** The words by which a search finds an order. A trigger on `orders` fills them, and backups exclude them. */
export const orderSearch = pgTable('order_search', {
  orderId: text('order_id').primaryKey(),
  createdAt: moment('created_at').notNull(),
  words: customType<{ data: string }>({ dataType: () => 'tsvector' })('words').notNull(),
})

export const customerNotes = pgTable('customer_notes', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  customerId: text('customer_id').notNull(),
  note: text('note').notNull(),
  writtenBy: text('written_by').notNull(),
  writtenAt: moment('written_at').notNull().defaultNow(),
})

export const businessDays = pgTable('business_days', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  fromAt: moment('from_at').notNull(),
  toAt: moment('to_at').notNull(),
  signedBy: text('signed_by').notNull(),
  signedAt: moment('signed_at').notNull().defaultNow(),
})

export const books = pgTable('books', {
  onlyRow: boolean('only_row').primaryKey().default(true),
  begunAt: moment('begun_at').notNull().defaultNow(),
})

export const dayCounts = pgTable('day_counts', {
  dayId: bigint('day_id', { mode: 'number' }).notNull(),
  place: text('place').notNull(),
  expected: withKobo('expected').notNull(),
  counted: withKobo('counted'),
  reason: text('reason').notNull().default(''),
  countedBy: text('counted_by'),
})

/**
 * Refers to a line of a day's statements. Only `statementLines` has the line's narration and sender, which are erased
 * there after the retention time.
 */
type LineRow = { readonly place: string; readonly line: number }

export const dayDifferences = pgTable('day_differences', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  dayId: bigint('day_id', { mode: 'number' }).notNull(),
  kind: text('kind').$type<DifferenceKind>().notNull(),
  effects: jsonb('effects').$type<readonly Effect[]>().notNull(),
  orderIds: text('order_ids').array().notNull(),
  lines: integer('lines').notNull(),
  lineRows: jsonb('line_rows').$type<readonly LineRow[]>(),
  reference: text('reference'),
  reason: text('reason').notNull().default(''),
})

export const statementLines = pgTable('statement_lines', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  dayId: bigint('day_id', { mode: 'number' }),
  place: text('place').notNull(),
  line: integer('line').notNull(),
  day: date('day', { mode: 'string' }),
  narration: text('narration').notNull(),
  amount: withKobo('amount').notNull(),
  sender: text('sender').notNull(),
  sessionId: text('session_id').notNull(),
  key: text('key').notNull(),
  recorded: boolean('recorded'),
  kind: text('kind').$type<LineKind>(),
  balance: withKobo('balance'),
})

export const statementMappings = pgTable('statement_mappings', {
  accountId: text('account_id').primaryKey(),
  head: text('head').array().notNull(),
  columns: jsonb('columns').$type<Columns>().notNull(),
  setBy: text('set_by').notNull(),
  setAt: moment('set_at').notNull().defaultNow(),
})

export const openCounts = pgTable('open_counts', {
  place: text('place').primaryKey(),
  counted: integer('counted').notNull(),
  countedBy: text('counted_by').notNull(),
  countedAt: moment('counted_at').notNull().defaultNow(),
})

export const ratings = pgTable('ratings', {
  orderId: text('order_id').primaryKey(),
  stars: integer('stars').notNull(),
  comment: text('comment').notNull().default(''),
  version: integer('version').notNull().default(1),
  createdAt: moment('created_at').notNull().defaultNow(),
  mayShow: boolean('may_show').notNull().default(false),
  shownAt: moment('shown_at'),
})

export const audit = pgTable('audit', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  at: moment('at').notNull().defaultNow(),
  actorId: text('actor_id'),
  actorRole: text('actor_role'),
  action: text('action').$type<AuditAction>().notNull(),
  subject: text('subject').notNull(),
  detail: jsonb('detail').notNull().default({}),
})

export const securityLog = pgTable('security_log', {
  minute: moment('minute').notNull(),
  kind: text('kind').$type<SecurityKind>().notNull(),
  endpoint: text('endpoint').notNull(),
  /** '' for the server's own machine, and for addresses beyond the limit of separate rows, which share one row. */
  addressKey: text('address_key').notNull(),
  times: integer('times').notNull(),
})

export const requestKeys = pgTable('request_keys', {
  subject: text('subject').notNull(),
  key: text('key').notNull(),
  request: text('request'),
  at: moment('at').notNull().defaultNow(),
})

export const events = pgTable('events', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  topics: text('topics').array().notNull(),
  type: text('type').notNull(),
  subject: text('subject').notNull(),
  version: integer('version').notNull(),
  data: jsonb('data').notNull(),
  at: moment('at').notNull().defaultNow(),
})

export const pushSubscriptions = pgTable('push_subscriptions', {
  endpoint: text('endpoint').primaryKey(),
  userId: text('user_id').notNull(),
  /** Null if the session has ended and the device still gets one last message about its end. */
  sessionId: text('session_id'),
  p256dh: text('p256dh').notNull(),
  auth: text('auth').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
  deliveredAt: moment('delivered_at'),
  failedAt: moment('failed_at'),
})
