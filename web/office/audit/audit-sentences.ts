import type { AuditAction } from '#contract/audit.ts'
import type { RestaurantSettings } from '#contract/settings.ts'
import type { AuditEntry } from '#contract/staff.ts'
import * as Money from '#domain/money/money.ts'
import { clock, day } from '#web/ui/lagos-time.ts'

type Piece = string | { readonly strong: string }

type Sentence = {
  /** The sentence, such as 'Kemi confirmed ₦31,500 for YW47ND.' */
  readonly says: readonly Piece[]
  /** A second sentence, such as 'Exactly what was due.', or ''. */
  readonly more: string
}

export type Reader = {
  /** The id of the person who reads the entries. Sentences about this person's own actions begin with 'You'. */
  readonly self: string
  readonly named: (id: string) => string | undefined
}

/** Returns an audit entry as a sentence: the person, the action, then the order. */
export function tell(entry: AuditEntry, { self, named }: Reader): Sentence {
  const { actor, action, detail } = entry
  const facts = new Facts(detail, named)
  const subject = subjectOf(entry.subject)
  const isOwn = actor !== null && subject === actor.name
  const isReader = actor?.id === self
  const about = isOwn ? `${isReader ? 'your' : 'their'} own account` : subject === '' ? unknown(entry) : strong(subject)
  const { alone = false, says, more = '' } = sentences[action](about, facts)
  const who = actor ? strong(isReader ? 'You' : actor.name || 'Somebody') : 'The restaurant'
  return {
    says: joined(alone ? [...says, '.'] : [who, ' ', ...says, '.']),
    more: sentencesOf(more, reason(entry), facts.whenDone(entry.at)),
  }
}

/** Returns the reason of an entry: in quotes if a person typed it, as a sentence if the server wrote it. */
function reason({ action, detail }: AuditEntry): string {
  const given = text(detail.reason)
  if (given === '') return ''
  return action.startsWith('order.') ? `“${given}”` : `${capital(given)}.`
}

/** Returns words for a subject whose name is not known any more. */
function unknown({ subject }: AuditEntry): string {
  return subject.startsWith('item:') ? 'a dish that has left the menu' : 'a deleted account'
}

type Told = {
  readonly says: readonly Piece[]
  readonly more?: string
  /**
   * True if the sentence itself says who acted, such as the payment provider. Neither a person nor 'The restaurant' is
   * then put before it.
   */
  readonly alone?: boolean
}

type AuditFormatter = (about: Piece, facts: Facts) => Told

/** Says that a ticket was requested, not that it was printed: a printer fetches its tickets later. */
function printRequest(about: Piece, { detail: { kind, number, printers } }: Facts): Told {
  const names = Array.isArray(printers) ? printers.map(text).join(', ') : ''
  return {
    says: [
      `${names === '' ? 'printed' : 'sent'} the ${kind === 'packing' ? 'packing' : 'kitchen'} ticket of `,
      about,
      names === '' ? '' : ` to ${names}`,
    ],
    more: typeof number === 'number' && number > 1 ? `Copy ${number}.` : '',
  }
}

/**
 * Returns a formatter that says how the customer learns of the action: by the orders page, or from the desk. Entries of
 * earlier releases lack `toCall` and get ''.
 */
const learns =
  (page: string, desk: string) =>
  ({ detail: { toCall } }: Facts) =>
    toCall === undefined ? '' : toCall ? `The customer has no order page, so the desk ${desk}.` : page

/**
 * Returns a formatter for a template such as 'started {about}'. `{about}` stands for the order or other subject, other
 * names for details of the entry.
 */
function plain(says: string, more: string | ((facts: Facts) => string) = ''): AuditFormatter {
  return (about, facts) => ({ says: facts.pieces(says, about), more: typeof more === 'string' ? more : more(facts) })
}

function alone(says: string, more?: (facts: Facts) => string): AuditFormatter {
  return (about, facts) => ({ ...plain(says, more)(about, facts), alone: true })
}

function printer(verb: string): AuditFormatter {
  return (_, { detail }) => ({ says: [`${verb} ${text(detail.name)}`] })
}

const onDevice = ({ detail }: Facts) => deviceWords(detail.device)
/** Returns a formatter for a number and a noun, such as '3 lines', followed by `rest`; '' for a missing number. */
const counted =
  (name: string, what: string, rest = '') =>
  ({ detail: { [name]: value } }: Facts) =>
    typeof value === 'number' ? `${count(value, what)}${rest}.` : ''

const sentences: Readonly<Record<AuditAction, AuditFormatter>> = {
  'order.place': (about, { detail, pieces }) => ({
    says: pieces(`placed {about}${detail.total === undefined ? '' : ' for {total}'}`, about),
    more: detail.channel === 'phone' ? 'By phone.' : detail.channel === 'walk-in' ? 'At the counter.' : '',
  }),
  'order.confirm-payment': plain('confirmed {amount} for {about}', (facts) => sentencesOf(how(facts), compared(facts))),
  'order.confirm-extra': plain('recorded {amount} more for {about}', 'It is owed back.'),
  'order.undo-confirmation': plain('took back the confirmation of {amount} for {about}', how),
  'order.first-confirmation': plain('confirmed {amount} for {about}, as the first of two people'),
  'order.report-missing': plain(
    'did not find the transfer of {about}',
    learns('The customer’s order page says so.', 'tells them'),
  ),
  'order.reject-transfer': alone('The payment provider sent back {amount} for {about}'),
  'order.accept-late': plain('accepted {about} though its transfer came late'),
  'order.claim-again': plain('says again that the transfer of {about} was made'),
  'order.refund': plain('refunded {amount} for {about}', how),
  'order.acknowledge': plain('acknowledged {about}'),
  'order.acknowledge-start': plain('saw in the kitchen that {about} was started'),
  'order.escalate': escalation,
  'order.note-escalation-sent': alone('Your phone was notified of {about}'),
  'order.note-escalation-failed': alone('Your phone could not be notified of {about}'),
  'order.start': plain('started {about}'),
  'order.undo-start': plain('took back the start of {about}'),
  'order.start-unpaid': plain('started {about} before it was paid'),
  'order.start-for-cash': plain('started {about}, with {amount} to collect in cash at the door'),
  'order.mark-ready': plain('marked {about} ready'),
  'order.recall': plain('sent {about} back to the fire'),
  'order.complete': plain('completed {about}'),
  'order.undo-completion': plain('took back the completion of {about}'),
  'order.cancel': plain('cancelled {about}'),
  'order.cancel-own': plain('cancelled {about}'),
  'order.change-slot': plain('moved {about} to another time'),
  'order.change-own-slot': plain('moved {about} to another time'),
  'order.ask-slot': plain('asked the customer of {about} for another time'),
  'order.keep-slot': plain('can keep the time of {about} after all'),
  'order.fall-due': plain('passed {about} to the kitchen at its time'),
  'order.link': plain('added {about} to their account'),
  'order.cancel-sold-out': plain('cancelled {about} because a dish was sold out'),
  'order.mark-sold-out': plain(
    'marked a dish of {about} sold out',
    learns('The customer’s order page asks what they want instead.', 'asks them'),
  ),
  'order.unmark-sold-out': plain('found the sold-out dish of {about} after all'),
  'order.choose-substitution': substitution,
  'order.remove-sold-out': substitution,
  'order.print-ticket': printRequest,
  'order.rate': (about, { detail }) => ({
    says: ['rated ', about, ...(typeof detail.stars === 'number' ? [` with ${count(detail.stars, 'star')}`] : [])],
  }),
  'order.read-address': plain('read the address of {about}'),
  'order.read': plain('opened {about} long after it was over'),
  'order.assign-rider': plain('gave {about} to {rider}'),
  'order.unassign-rider': plain('took {about} back from {from}'),
  'order.change-rider': (about, facts) => ({
    says: facts.pieces(`gave {about} to {rider}${facts.detail.from ? ' instead of {from}' : ''}`, about),
  }),
  'order.pick-up': plain('left with {about}'),
  'order.deliver': (about, facts) => ({
    says: facts.pieces(`delivered {about}${facts.detail.amount ? ' and collected {amount} in cash' : ''}`, about),
    more: facts.detail.amount === 0 ? 'No cash was collected.' : compared(facts),
  }),
  'order.collect-late': plain('had collected {amount} in cash for {about} when it was changed', compared),
  'order.fail-delivery': plain('could not deliver {about}'),
  'till.cash-in': plain('put {amount} into the till', quoted),
  'till.cash-out': plain('took {amount} out of the till', quoted),
  'till.handed-in': plain('took {amount} in from {rider}', (facts) => compared(facts, 'amount', 'carried')),
  'item.mark-sold-out': plain('marked {about} sold out', ({ detail }) =>
    typeof detail.backAt === 'string' ? `Until ${clock(detail.backAt)}.` : '',
  ),
  'item.mark-available': plain('marked {about} back in stock', counted('portionsLeft', 'portion', ' left')),
  'item.change-price': plain('changed the price of {about} from {before} to {after}'),
  'menu.publish': plain('published {about} of the menu', menuChange),
  'menu.restore': plain('brought back {about} of the menu', menuChange),
  'photo.add': plain('added a photo'),
  'quarter.close': plain('closed {about} to further orders'),
  'quarter.reopen': plain('opened {about} again'),
  'preparation.tick': plain('ticked the preparation of {about}'),
  'kitchen-load.change': (_, { detail }) => ({ says: [loadChanges(detail)] }),
  'settings.change': (_, { detail }) => ({
    says: ['changed the settings'],
    more: [
      ...(Array.isArray(detail.fields) ? [capital(detail.fields.map(settingName).join(', '))] : []),
      ...[detail.fees, detail.taxes, detail.limits].flatMap((said) =>
        Array.isArray(said) ? [said.map(text).join(', ')] : [],
      ),
    ]
      .map((words) => `${words}.`)
      .join(' '),
  }),
  'messages.change': (_, { detail }) => ({
    says: [detail.isOn === true ? 'set up ' : 'changed ', detail.channel === 'sms' ? 'SMS' : 'WhatsApp', ' messages'],
    more: detail.isOn === true ? 'On.' : 'Off.',
  }),
  'printer.add': printer('added the printer'),
  'printer.change': printer('changed the printer'),
  'printer.remove': printer('removed the printer'),
  'printer.new-code': printer('gave a new address to the printer'),
  'printer.test': printer('sent a test page to the printer'),
  'restaurant.open': plain('opened the restaurant'),
  'accounts.propose': plain('proposed other bank accounts', ({ detail: { from } }) =>
    text(from) === '' ? '' : `Customers see them from ${clock(text(from))} on ${day(text(from))}.`,
  ),
  'accounts.revoke': plain('revoked the change of the bank accounts'),
  'accounts.take-effect': alone('Customers see the new bank accounts'),
  'day.count': (about, facts) => ({
    says: facts.pieces(
      facts.detail.amount === null ? 'removed the count of {place}' : 'counted {amount} at {place}',
      about,
    ),
  }),
  'day.import-statement': (_, { detail }) => ({
    says: [detail.lines === 0 ? 'removed' : 'imported', ' the statement of ', strong(text(detail.place))],
    more: typeof detail.lines === 'number' && detail.lines > 0 ? `${count(detail.lines, 'line')}.` : '',
  }),
  'statement.columns': plain('said which columns the statements of an account have'),
  'day.close': plain('signed a business day', counted('differences', 'difference')),
  'day.correct': plain('corrected {place} by {amount}'),
  'account.change': plain('changed {about}', ({ detail: { fields } }) =>
    Array.isArray(fields) ? `${capital(fields.map(fieldName).join(', '))}.` : '',
  ),
  'account.of-guest': plain('made an account of their guest orders'),
  'account.delete': (about, { detail }) => ({
    says: detail.by === 'restaurant' ? ['erased ', about] : ['deleted their account'],
  }),
  'account.export': (about, { detail }) => ({
    says: ['downloaded what is kept about ', ...(detail.by === 'restaurant' ? [about] : ['them'])],
  }),
  'customer.add-note': plain('wrote a note about {about}'),
  'customer.remove-note': plain('removed a note about {about}'),
  'session.begin': plain('signed in', ({ detail }) => deviceWords(detail.device, detail.secondStep)),
  'session.end': plain('signed out', onDevice),
  'session.refuse': alone('Somebody could not sign in as {about}', onDevice),
  'session.end-all': plain('signed out everywhere'),
  'second-factor.add': plain('added a second factor to {about}', ({ detail: { factor } }) =>
    factor === 'passkey' ? 'A passkey.' : factor === 'app' ? 'An app.' : '',
  ),
  'second-factor.remove': plain('removed a second factor of {about}'),
  'second-factor.reset': plain('reset the second factor of {about}'),
  'second-factor.refuse': alone('Somebody knew the password of {about}, and failed at the second step', onDevice),
  'recovery-codes.make': plain('made new recovery codes for {about}'),
  'recovery-codes.use': plain('used a recovery code of {about}', counted('left', 'code', ' left')),
  'staff.add': (about, { detail }) => ({ says: ['added ', about, ...(detail.role ? [` as ${detail.role}`] : [])] }),
  'staff.role': (about, { detail }) => ({
    says: [
      'changed the role of ',
      about,
      text(detail.after) === '' ? '' : ` from ${text(detail.before)} to ${text(detail.after)}`,
    ],
  }),
  'staff.phone': plain('changed the phone of {about}'),
  'staff.off': plain('switched off {about}'),
  'staff.on': plain('switched on {about}'),
  'staff.sign-out': plain('signed out {about} on their devices'),
  'password.change': plain('changed the password of {about}'),
  'password.set': plain('set a new password for {about}'),
  'password.reset-code': plain('made a password code for {about}'),
  'password.reset': plain('used a password code for {about}'),
}

function escalation(about: Piece, facts: Facts): Told {
  const { waited, atDesk, escalation } = facts.detail
  const present = Array.isArray(atDesk) ? atDesk.map((id) => facts.nameOf(id)) : undefined
  const isEmpty = present?.length === 0
  const since = typeof waited === 'number' && waited > 0 ? ` for ${minutes(waited)}` : isEmpty ? '' : ' in time'
  const reaches = escalation !== 'nobody'
  return {
    alone: true,
    says: [
      'Nobody acknowledged ',
      about,
      since,
      isEmpty ? ', and nobody was at the desk' : '',
      reaches ? ', so your phone was called' : '',
    ],
    more: sentencesOf(
      present && !isEmpty ? `At the desk: ${present.join(', ')}.` : '',
      reaches ? '' : 'No phone of yours is set to be called.',
    ),
  }
}

function substitution(about: Piece, { detail }: Facts): Told {
  const less = Money.isNaira(detail.less) && detail.less > 0 ? `${Money.format(detail.less)} less.` : ''
  const dish = text(detail.dish) || 'a sold-out dish'
  return typeof detail.instead === 'string'
    ? { says: ['chose ', strong(detail.instead), ' instead of ', strong(dish), ' in ', about], more: less }
    : { says: ['removed ', strong(dish), ' from ', about], more: less }
}

class Facts {
  readonly detail: AuditEntry['detail']
  readonly #named: Reader['named']
  constructor(detail: AuditEntry['detail'], named: Reader['named']) {
    this.detail = detail
    this.#named = named
  }

  /**
   * Splits a template into pieces. Each '{name}' becomes the words of that detail, and '{about}' becomes the piece
   * `about`.
   */
  readonly pieces = (template: string, about: Piece): Piece[] =>
    template
      .split(/[{}]/)
      .map((part, index) => (index % 2 === 0 ? part : part === 'about' ? about : strong(this.#words(part))))

  #words(name: string): string {
    const value = this.detail[name]
    if (name === 'rider' || name === 'from') return this.nameOf(value)
    return typeof value === 'string' ? value : Money.isNaira(value) ? Money.format(value) : 'money'
  }

  nameOf(id: unknown): string {
    return this.#named(text(id)) ?? 'somebody'
  }

  /**
   * Returns, for example, 'Done at 14:03.' if the server recorded an action in a later minute, because the action had
   * waited for the network; otherwise ''.
   */
  whenDone(recorded: string): string {
    const at = text(this.detail.at)
    return at === '' || (clock(at) === clock(recorded) && day(at) === day(recorded)) ? '' : `Done at ${clock(at)}.`
  }
}

function how({ detail: { method } }: Facts): string {
  return method === 'cash' ? 'In cash.' : method === 'card' ? 'By card.' : ''
}

function compared({ detail }: Facts, came = 'received', due = 'total'): string {
  const { [came]: received, [due]: total } = detail
  if (!(Money.isNaira(received) && Money.isNaira(total))) return ''
  if (received === total) return 'Exactly what was due.'
  return received < total
    ? `${Money.format(Money.naira(total - received))} short.`
    : `${Money.format(Money.naira(received - total))} too much.`
}

function menuChange({ detail: { changes, note } }: Facts): string {
  const words = text(note) === '' ? [] : [`“${text(note)}”`]
  return [...(typeof changes === 'number' ? [`${count(changes, 'change')}.`] : []), ...words].join(' ')
}

function deviceWords(device: unknown, secondStep?: unknown): string {
  const words = [text(device), text(secondStep) && `second step by ${text(secondStep)}`].filter((each) => each !== '')
  return words.length === 0 ? '' : `${words.join(', ')}.`
}

function subjectOf(subject: string): string {
  const [kind = '', ...rest] = subject.split(':')
  const name = rest.join(':')
  return kind === 'order' ? name.slice(-6) : name
}

function quoted({ detail }: Facts): string {
  return text(detail.note) === '' ? '' : `“${text(detail.note)}”`
}

/** Returns, for example, ' until 20:30'; '' without a time. */
function until(iso: unknown): string {
  return typeof iso === 'string' ? ` until ${clock(iso)}` : ''
}

function loadChanges({
  rushMinutes,
  rushUntil,
  capacity,
  paused,
  pausedUntil,
  ended,
  escalateAfter,
  ownerPhone,
  secondPersonAbove,
  cashAtDoorUpTo,
}: AuditEntry['detail']): string {
  const changes = [
    rushMinutes !== undefined &&
      (rushMinutes === 0 ? 'ended the rush' : `set a rush of ${minutes(Number(rushMinutes))}${until(rushUntil)}`),
    capacity !== undefined && `set the capacity to ${count(Number(capacity), 'order')}`,
    paused !== undefined &&
      (paused === null ? 'resumed ordering' : `paused ordering${until(pausedUntil)}: “${paused}”`),
    ended === null && 'did not extend the pause or rush',
    escalateAfter !== undefined &&
      (escalateAfter === null
        ? 'switched off calls to the owner'
        : `set calls to the owner after ${minutes(Number(escalateAfter))}`),
    ownerPhone !== undefined && 'changed the phone of the owner',
    secondPersonAbove !== undefined &&
      (Money.isNaira(secondPersonAbove)
        ? `asked for a second person above ${Money.format(secondPersonAbove)}`
        : 'asked for no second person'),
    cashAtDoorUpTo !== undefined &&
      (Money.isNaira(cashAtDoorUpTo)
        ? `let riders collect up to ${Money.format(cashAtDoorUpTo)} in cash`
        : 'switched off cash at the door'),
  ].filter((change) => typeof change === 'string')
  return changes.join(' and ') || 'changed rush, capacity, pause or limits'
}

const fieldNames: Readonly<Record<string, string>> = { location: 'place', locationId: 'place', address: 'address' }

function fieldName(field: unknown): string {
  return fieldNames[String(field)] ?? String(field)
}

const settingNames: Readonly<Record<keyof RestaurantSettings | 'accounts', string>> = {
  name: 'name',
  shortName: 'short name',
  tagline: 'tagline',
  description: 'description',
  phone: 'phone',
  whatsapp: 'WhatsApp',
  address: 'address',
  mapUrl: 'map link',
  socials: 'social pages',
  preparation: 'preparation time',
  capacity: 'orders at once',
  quarterCapacity: 'dishes in a quarter of an hour',
  later: 'orders for later',
  escalateAfter: 'calls to the owner',
  ownerPhone: 'phone of the owner',
  secondPersonAbove: 'two people for large sums',
  cashAtDoorUpTo: 'cash at the door',
  hours: 'hours',
  colours: 'colours',
  logo: 'logo',
  marquee: 'moving line',
  slides: 'slides',
  messageTexts: 'texts of messages',
  testimonials: 'what customers say',
  ownTestimonials: 'testimonials of the folder',
  locations: 'delivery places',
  taxes: 'taxes and levies',
  accounts: 'bank accounts',
  farm: 'page about the farm',
}

/**
 * Returns the name of a setting. An entry of a newer server may contain a setting without a name here, which is shown
 * by its field.
 */
function settingName(field: unknown): string {
  return settingNames[field as keyof typeof settingNames] ?? String(field)
}

function minutes(value: number): string {
  return count(value, 'minute')
}

function count(value: number, what: string): string {
  return `${value} ${what}${value === 1 ? '' : 's'}`
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function strong(words: string): Piece {
  return { strong: words }
}

function sentencesOf(...all: readonly string[]): string {
  return all.filter((each) => each !== '').join(' ')
}

function joined(pieces: readonly Piece[]): Piece[] {
  return pieces.reduce<Piece[]>((all, piece) => {
    const last = all.at(-1)
    if (typeof piece === 'string' && typeof last === 'string') all[all.length - 1] = last + piece
    else if (piece !== '') all.push(piece)
    return all
  }, [])
}
