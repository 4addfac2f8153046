import { z } from 'zod'
import { actions } from '#domain/order/actions.ts'
import type { Role } from '#domain/restaurant/policy.ts'
import { policy } from '#domain/restaurant/policy.ts'
import { largestFile } from '#domain/text/csv.ts'
import * as Customers from './books/customers.ts'
import * as Days from './books/days.ts'
import * as Figures from './books/figures.ts'
import * as Statements from './books/statements.ts'
import * as Till from './books/till.ts'
import { farm } from './farm.ts'
import * as FoundOrders from './found-orders.ts'
import { home } from './home.ts'
import * as KitchenLoad from './kitchen-load.ts'
import * as Live from './live.ts'
import * as Menu from './menu/menu.ts'
import * as MenuDocument from './menu/menu-document.ts'
import * as Messages from './messages.ts'
import { overview } from './office/overview.ts'
import * as Setup from './office/setup.ts'
import { actionEndpoints } from './order/actions.ts'
import * as Counter from './order/counter.ts'
import * as Orders from './order/orders.ts'
import * as Quotes from './order/quotes.ts'
import * as Riders from './order/riders.ts'
import * as Slots from './order/slots.ts'
import { picture } from './parts/fields.ts'
import * as Photos from './parts/photos.ts'
import * as Printers from './printers.ts'
import * as Push from './push.ts'
import * as Quarters from './quarters.ts'
import * as Ratings from './ratings.ts'
import * as SecondFactor from './second-factor.ts'
import type { IncompleteSession } from './session.ts'
import * as Session from './session.ts'
import * as Settings from './settings.ts'
import * as Site from './site.ts'
import * as Staff from './staff.ts'
import * as Statement from './statement-matches.ts'

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

export type Access = 'anyone' | readonly Role[]

/** The request and the response of an endpoint. A query or a body is refused if the endpoint has no schema for it. */
export type Endpoint = {
  readonly by: Access
  /**
   * The step of sign-in that a session may lack and still call the endpoint. By default, a session that lacks a step is
   * refused.
   */
  readonly before?: IncompleteSession['lacks']
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  readonly answer: z.ZodType
  /** The largest body, in bytes. Defaults to 64 kB. */
  readonly mostBytes?: number
  /** The status codes of success. Defaults to 200, or 204 for an empty response. */
  readonly statuses?: readonly (200 | 201)[]
  /**
   * Set if the handler writes the response itself, in this media type. For a stream, `answer` is the schema of one
   * message.
   */
  readonly raw?:
    | 'application/json'
    | 'text/event-stream'
    | 'text/csv'
    | 'text/plain'
    | 'text/xml'
    | 'image/webp'
    | 'image/png'
  /** Set if the body is binary instead of JSON. */
  readonly takes?: 'application/octet-stream'
}

const nothing = z.undefined()
const done = [200, 201] as const
const created = [201] as const

const tillOrder = { params: Orders.orderParams, answer: Orders.tillOrder }
const seenOrder = { params: Orders.orderParams, answer: Orders.seenOrder }
const member = { by: policy.owners, params: Staff.memberParams, answer: Staff.staffMember }
const printer = { by: policy.owners, params: Printers.printerParams }
const polled = { by: 'anyone', params: Printers.pollParams } as const
const customerNotes = { params: Customers.customerParams, answer: Customers.customerNotes }
const secondStep = { by: policy.staff, before: 'second-step' } as const
const enrolment = { by: policy.staff, before: 'second-factor' } as const

/**
 * Every endpoint under `/api`, by method and path in Hono's syntax. The server's handlers, the browser's `call`, the
 * access matrix and the OpenAPI document are derived from this table. Browsers import only the table's types.
 */
export const endpoints = {
  'GET /api/openapi.json': { by: 'anyone', answer: z.record(z.string(), z.unknown()) },

  'GET /api/site': { by: 'anyone', answer: Site.site },
  'GET /api/locations': { by: 'anyone', answer: Menu.locationList },
  'GET /api/bestsellers': { by: 'anyone', answer: Menu.menuItems },
  'GET /api/menu': { by: 'anyone', answer: Menu.wholeMenu },
  'GET /api/menu/:category': { by: 'anyone', params: Menu.categoryParams, answer: Menu.categoryPage },
  'GET /api/menu-items': { by: 'anyone', query: Menu.menuItemsQuery, answer: Menu.menuItems },
  'GET /api/desk/dish-limits': { by: policy.desk, answer: Menu.dishLimits },
  'PATCH /api/menu-items/:id': {
    by: policy.desk,
    params: Menu.itemParams,
    body: Menu.itemChange,
    answer: Menu.itemChanged,
  },
  'GET /api/setup': { by: 'anyone', answer: Setup.setup },
  'GET /api/home': { by: 'anyone', answer: home },
  'GET /api/privacy': { by: 'anyone', answer: Site.privacy },
  'GET /api/farm': { by: 'anyone', answer: farm },

  'POST /api/customers': { by: 'anyone', body: Session.signUp, answer: Session.session, statuses: created },
  'POST /api/session': { by: 'anyone', body: Session.signIn, answer: Session.session },
  'GET /api/session': { by: 'anyone', answer: Session.session },
  'DELETE /api/session': { by: 'anyone', answer: Session.session },
  'POST /api/session/passkey-challenge': { ...secondStep, answer: SecondFactor.passkeyOptions },
  'POST /api/session/second-step': { ...secondStep, body: SecondFactor.secondStep, answer: Session.session },
  'GET /api/account/second-factor': { ...enrolment, answer: SecondFactor.secondFactor },
  'POST /api/account/second-factor/app': {
    ...enrolment,
    body: SecondFactor.withProof,
    answer: SecondFactor.appKey,
  },
  'POST /api/account/second-factor/app-confirmation': {
    ...enrolment,
    body: SecondFactor.appConfirmation,
    answer: SecondFactor.factorAdded,
  },
  'POST /api/account/second-factor/passkey-challenge': {
    ...enrolment,
    body: SecondFactor.withProof,
    answer: SecondFactor.passkeyOptions,
  },
  'POST /api/account/second-factor/passkeys': {
    ...enrolment,
    body: SecondFactor.newPasskey,
    answer: SecondFactor.factorAdded,
  },
  'POST /api/account/second-factor/recovery-codes': {
    by: policy.staff,
    body: SecondFactor.withProof,
    answer: SecondFactor.codesMade,
  },
  'POST /api/account/second-factor/removal': {
    by: policy.staff,
    body: SecondFactor.factorRemoval,
    answer: SecondFactor.secondFactor,
  },
  'GET /api/account': { by: policy.everyone, answer: Session.user },
  // Customers only: staff share sign-ins, so one of them must not rename a shared account.
  'PATCH /api/account': { by: policy.customers, body: Session.accountChange, answer: Session.user },
  'GET /api/account/sessions': { by: policy.everyone, answer: Session.ownSessionList },
  'DELETE /api/account/sessions': { by: policy.everyone, answer: Session.session },
  'POST /api/account/password': { by: policy.everyone, body: Session.passwordChange, answer: nothing },
  'GET /api/account/export': { by: policy.customers, answer: Ratings.accountExport },
  // Customers only: the owner manages staff accounts, which the audit log refers to.
  'POST /api/account/deletion': { by: policy.customers, body: Session.accountDeletion, answer: Session.session },
  'POST /api/password-reset': { by: 'anyone', body: Session.passwordReset, answer: Session.session },

  'POST /api/guests': { by: 'anyone', body: Session.guest, answer: Session.session, statuses: created },
  'POST /api/guest-sessions': { by: 'anyone', body: Session.guestSession, answer: Session.session },
  'POST /api/guest-links': { by: policy.customers, answer: Session.guestLink, statuses: created },
  'POST /api/guest-account': { by: policy.customers, body: Session.guestAccount, answer: Session.session },

  'POST /api/quotes': { by: policy.everyone, body: Quotes.quoteRequest, answer: Quotes.quote, statuses: done },
  'GET /api/quotes/:id': { by: policy.everyone, params: Quotes.quoteParams, answer: Quotes.quote },

  'POST /api/slots': { by: 'anyone', body: Slots.slotsRequest, answer: Slots.slots },
  'POST /api/desk/slots': { by: policy.till, body: Slots.slotsRequest, answer: Slots.slots },
  /** Read by the order's customer and the till. */
  'GET /api/orders/:id/slots': {
    by: policy.everyone,
    params: Orders.orderParams,
    query: Slots.orderSlotsQuery,
    answer: Slots.slots,
  },

  'POST /api/orders': { by: policy.everyone, body: Orders.placeOrder, answer: Orders.order, statuses: done },
  'POST /api/order-links': { by: policy.customers, body: Orders.orderLink, answer: Orders.order },
  'GET /api/orders': { by: policy.everyone, answer: Orders.orderList },
  /** Customers read their own orders. The desk reads every order, as far as the reader's role allows. */
  'GET /api/orders/:id': { by: policy.everyone, ...seenOrder },
  'GET /api/desk/orders': { by: policy.desk, answer: Orders.deskOrderList },
  ...actionEndpoints,
  'GET /api/orders/:id/receipt': { by: policy.everyone, params: Orders.orderParams, answer: Orders.receipt },
  'POST /api/orders/:id/address-request': {
    by: policy.till,
    params: Orders.orderParams,
    answer: Orders.orderAddress,
  },
  'GET /api/promise': { by: 'anyone', answer: Site.readyPromise },

  'POST /api/desk/quotes': {
    by: policy.till,
    body: Counter.counterQuoteRequest,
    answer: Quotes.quote,
    statuses: done,
  },
  'POST /api/desk/orders': {
    by: policy.till,
    body: Counter.counterOrder,
    answer: Counter.counterPlaced,
    statuses: done,
  },

  'GET /api/desk/till': { by: policy.till, answer: Till.tillEntries },
  'POST /api/desk/till': { by: policy.till, body: Till.tillChange, answer: Till.tillEntry, statuses: done },

  // The handler reads the raw body, because the signature covers its bytes.
  'POST /api/payments/paystack-events': { by: 'anyone', answer: z.strictObject({ received: z.literal(true) }) },
  'GET /api/desk/accounts': { by: policy.desk, answer: Quotes.accountList },
  'POST /api/desk/statements': {
    by: policy.till,
    query: Statements.statementQuery,
    takes: 'application/octet-stream',
    mostBytes: largestFile,
    answer: Statements.readStatement,
  },
  'POST /api/desk/statement-matches': {
    by: policy.till,
    body: Statement.statementMatchRequest,
    answer: Statement.statementMatches,
  },
  'POST /api/orders/:id/till-payment': {
    by: actions['confirm-payment'].by,
    body: Orders.laterTillPayment,
    ...tillOrder,
  },

  'GET /api/push-key': { by: policy.pushRecipients, answer: Push.pushKey },
  'POST /api/push-subscriptions': { by: policy.pushRecipients, body: Push.pushSubscription, answer: Push.pushDevice },
  'POST /api/push-tests': { by: policy.owners, body: Push.pushTest, answer: Push.pushTested },
  'GET /api/desk/owner-devices': { by: policy.desk, answer: Push.ownerDevices },

  'GET /api/orders/:id/conversation': {
    by: policy.everyone,
    params: Orders.orderParams,
    answer: Messages.conversationOffer,
  },
  'GET /api/messages/whatsapp-events': {
    by: 'anyone',
    query: Messages.webhookCheck,
    answer: z.string(),
    raw: 'text/plain',
  },
  // The handlers read the raw bodies, because the signatures cover their bytes.
  'POST /api/messages/whatsapp-events': { by: 'anyone', answer: z.strictObject({ received: z.literal(true) }) },
  'POST /api/messages/termii-events': { by: 'anyone', answer: z.strictObject({ received: z.literal(true) }) },
  'GET /api/desk/messages': { by: policy.till, answer: Messages.unseenMessages },
  'GET /api/desk/orders/:id/messages': { by: policy.till, params: Orders.orderParams, answer: Messages.orderMessages },
  'PUT /api/desk/orders/:id/messages/seen': {
    by: policy.till,
    params: Orders.orderParams,
    answer: Messages.unseenMessages,
  },
  'GET /api/office/channels': { by: policy.owners, answer: Messages.channels },
  'PATCH /api/office/channels': { by: policy.owners, body: Messages.channelsChange, answer: Messages.channels },
  'GET /api/office/messages': { by: policy.owners, answer: Messages.messagesToday },
  'POST /api/office/message-tests': {
    by: policy.owners,
    body: Messages.messageTest,
    answer: Messages.messageTested,
  },

  'PUT /api/orders/:id/rating': {
    by: policy.everyone,
    params: Orders.orderParams,
    body: Ratings.rate,
    answer: Ratings.rating,
  },
  'GET /api/ratings': { by: policy.everyone, answer: Ratings.ratingList },
  'GET /api/desk/ratings': { by: policy.owners, answer: Ratings.ratingsAtDesk },

  'GET /api/desk/riders': { by: actions['assign-rider'].by, answer: Riders.riderList },
  'GET /api/deliveries': { by: policy.riders, answer: Riders.deliveryList },

  /** Sent every few seconds by a visible desk, to show that somebody can acknowledge orders. */
  'PUT /api/desk/presence': { by: actions.acknowledge.by, answer: nothing },

  'GET /api/kitchen-load': { by: policy.desk, answer: KitchenLoad.kitchenLoad },
  'PATCH /api/kitchen-load': {
    by: policy.desk,
    body: KitchenLoad.kitchenLoadChange,
    answer: KitchenLoad.kitchenLoad,
  },

  'GET /api/desk/quarters': { by: policy.desk, answer: Quarters.quarters },
  'PUT /api/desk/quarters': { by: policy.desk, body: Quarters.quarterChange, answer: Quarters.quarters },
  'GET /api/desk/preparations': { by: policy.desk, answer: Quarters.preparations },
  'PUT /api/desk/preparations': { by: policy.desk, body: Quarters.preparationTick, answer: Quarters.preparations },

  'GET /api/office/staff': { by: policy.owners, answer: Staff.staffList },
  'POST /api/office/staff': {
    by: policy.owners,
    body: Staff.newMember,
    answer: Staff.memberAdded,
    statuses: created,
  },
  'PATCH /api/office/staff/:id': { ...member, body: Staff.memberChange },
  'POST /api/office/staff/:id/password': { ...member, body: Staff.memberPassword, answer: Staff.passwordSet },
  'DELETE /api/office/staff/:id/second-factor': { ...member, body: Staff.factorReset },
  'DELETE /api/office/staff/:id/sessions': member,
  'DELETE /api/office/staff/:id/sessions/:session': { ...member, params: Staff.memberSessionParams },
  'POST /api/office/reset-codes': {
    by: policy.owners,
    body: Staff.resetCodeRequest,
    answer: Staff.resetCode,
    statuses: created,
  },
  'GET /api/office/menu': { by: policy.owners, answer: MenuDocument.publishedMenu },
  'PUT /api/office/menu': {
    by: policy.owners,
    body: MenuDocument.menuPublication,
    answer: MenuDocument.publishedMenu,
    // A menu of 1,000 dishes is about 600 kB.
    mostBytes: 2 * 1024 * 1024,
  },
  // Validates a menu as a publication would, and changes nothing.
  'POST /api/office/menu-checks': {
    by: policy.owners,
    body: MenuDocument.menuCheck,
    answer: nothing,
    mostBytes: 2 * 1024 * 1024,
  },
  'GET /api/office/menu-draft': { by: policy.owners, answer: MenuDocument.savedMenuDraft },
  'PUT /api/office/menu-draft': {
    by: policy.owners,
    body: MenuDocument.menuDraftSave,
    answer: MenuDocument.draftRevision,
    mostBytes: 2 * 1024 * 1024,
  },
  'DELETE /api/office/menu-draft': { by: policy.owners, answer: nothing },
  'GET /api/office/menu-sheet': { by: policy.owners, answer: z.string(), raw: 'text/csv' },
  'GET /api/office/menu-versions': { by: policy.owners, answer: MenuDocument.menuVersions },
  'GET /api/office/menu-versions/:id': {
    by: policy.owners,
    params: MenuDocument.versionParams,
    answer: MenuDocument.publishedMenu,
  },
  'POST /api/office/table-files': {
    by: policy.owners,
    takes: 'application/octet-stream',
    mostBytes: largestFile,
    answer: Statements.tableRows,
  },
  'POST /api/office/photos': {
    by: policy.owners,
    takes: 'application/octet-stream',
    mostBytes: Photos.mostBytes,
    answer: Photos.photo,
  },
  'GET /api/office/photos/:id': {
    by: policy.owners,
    params: Photos.photoParams,
    answer: z.string(),
    raw: 'image/webp',
  },
  'POST /api/office/photo-pictures': { by: policy.owners, body: Photos.photoSource, answer: picture },
  'GET /api/office/settings': { by: policy.owners, answer: Settings.restaurantSettings },
  'PATCH /api/office/settings': {
    by: policy.owners,
    body: Settings.settingsChange,
    answer: Settings.restaurantSettings,
  },
  'GET /api/office/accounts': { by: policy.owners, answer: Settings.officeAccounts },
  'POST /api/office/account-changes': {
    by: policy.owners,
    body: Settings.accountChangeRequest,
    answer: Settings.officeAccounts,
    statuses: created,
  },
  'DELETE /api/office/account-changes/:id': {
    by: policy.owners,
    params: Settings.accountChangeParams,
    answer: Settings.officeAccounts,
  },
  'GET /api/office/overview': { by: policy.owners, answer: overview },
  'GET /api/office/figures': { by: policy.owners, query: Figures.figuresQuery, answer: Figures.figures },
  'GET /api/office/figures-sheet': {
    by: policy.owners,
    query: Figures.figuresSheetQuery,
    answer: z.string(),
    raw: 'text/csv',
  },
  'GET /api/office/open-day': { by: policy.till, answer: Days.openDay },
  'PUT /api/office/open-day/count': { by: policy.till, body: Days.dayCount, answer: Days.openDay },
  'PUT /api/office/open-day/statement': {
    by: policy.owners,
    body: Days.dayStatement,
    answer: Days.openDay,
    mostBytes: largestFile,
  },
  'POST /api/office/open-day/corrections': { by: policy.owners, body: Days.dayCorrection, answer: Days.openDay },
  'GET /api/office/days': { by: policy.owners, query: Days.dayQuery, answer: Days.dayList },
  'POST /api/office/days': { by: policy.owners, body: Days.dayClose, answer: Days.closedDay, statuses: created },
  'GET /api/office/days/:id': { by: policy.owners, params: Days.dayParams, answer: Days.closedDay },
  'GET /api/office/days/:id/sheet': { by: policy.owners, params: Days.dayParams, answer: z.string(), raw: 'text/csv' },
  'GET /api/office/checklist': { by: policy.owners, answer: Setup.checklist },
  'POST /api/office/demo-menu': { by: policy.owners, answer: Setup.checklist },
  'POST /api/office/opening': { by: policy.owners, answer: Setup.checklist },
  'GET /api/office/orders': {
    by: policy.till,
    query: FoundOrders.ordersQuery,
    answer: FoundOrders.foundOrders,
  },
  // Reading an order that ended long ago is audited: see `server/office/order-story.ts`.
  'GET /api/office/orders/:id': { by: policy.till, params: Orders.orderParams, answer: FoundOrders.orderStory },
  'GET /api/office/customers': {
    by: policy.owners,
    query: Customers.customersQuery,
    answer: Customers.foundCustomers,
  },
  // Notes for staff at the till, who meet customers and riders. The kitchen reads the notes on an order's lines.
  'GET /api/office/customers/:id/notes': { by: policy.till, ...customerNotes },
  'POST /api/office/customers/:id/notes': { by: policy.till, ...customerNotes, body: Customers.newCustomerNote },
  'DELETE /api/office/customers/:id/notes/:note': {
    by: policy.till,
    ...customerNotes,
    params: Customers.customerNoteParams,
  },
  'GET /api/office/customers/:id/export': {
    by: policy.owners,
    params: Customers.customerParams,
    answer: Ratings.accountExport,
  },
  'POST /api/office/customers/:id/erasure': { by: policy.owners, params: Customers.customerParams, answer: nothing },
  'GET /api/office/audit': { by: policy.owners, query: Staff.auditQuery, answer: Staff.auditList },
  'GET /api/office/security-log': { by: policy.owners, answer: Staff.securityLog },

  'GET /api/desk/printers': { by: policy.desk, answer: Printers.deskPrinters },
  'GET /api/office/printers': { by: policy.owners, answer: Printers.officePrinters },
  'POST /api/office/printers': {
    by: policy.owners,
    body: Printers.newPrinter,
    answer: Printers.printerCode,
    statuses: created,
  },
  'PATCH /api/office/printers/:id': { ...printer, body: Printers.printerChange, answer: Printers.officePrinter },
  'DELETE /api/office/printers/:id': { ...printer, answer: Printers.officePrinters },
  'POST /api/office/printers/:id/code': { ...printer, answer: Printers.printerCode, statuses: created },
  'POST /api/office/printers/:id/test': { ...printer, answer: Printers.officePrinter },
  // Polled by printers, which sign in by the code in the path. The handlers read the bodies, whose fields differ by
  // model.
  'POST /api/star/:code': { ...polled, answer: Printers.starPolled },
  'GET /api/star/:code': { ...polled, query: Printers.starQuery, answer: z.string(), raw: 'image/png' },
  'DELETE /api/star/:code': { ...polled, query: Printers.starQuery, answer: Printers.starConfirmed },
  'POST /api/epson/:code': { ...polled, answer: z.string(), raw: 'text/xml' },

  'GET /api/stream': { by: 'anyone', query: Live.streamQuery, answer: Live.changes, raw: 'text/event-stream' },
  'GET /api/changes': { by: 'anyone', query: Live.changesQuery, answer: Live.changes, raw: 'application/json' },
} as const satisfies Readonly<Record<`${Method} /api/${string}`, Endpoint>>

export type Endpoints = typeof endpoints
export type EndpointName = keyof Endpoints

type Part<Name extends EndpointName, Of extends keyof Endpoint> =
  Endpoints[Name] extends Record<Of, infer Value> ? Value : undefined

/** The request as sent: the input of the schema, before defaults. */
export type Sent<Name extends EndpointName, Of extends 'params' | 'query' | 'body'> =
  Part<Name, Of> extends z.ZodType ? z.input<Part<Name, Of>> : undefined

/** The request as a handler receives it: the output of the schema. */
export type Parsed<Name extends EndpointName, Of extends 'params' | 'query' | 'body'> =
  Part<Name, Of> extends z.ZodType ? z.output<Part<Name, Of>> : undefined

export type Answer<Name extends EndpointName> = z.output<Endpoints[Name]['answer']>

export type Status<Name extends EndpointName> =
  Part<Name, 'statuses'> extends readonly (infer Code extends number)[] ? Code : 200
