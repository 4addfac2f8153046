import type { AuditAction } from '#contract/audit.ts'
import type { AuditEntry } from '#contract/staff.ts'
import * as Money from '#domain/money/money.ts'
import { clock, day } from '#web/ui/lagos-time.ts'

/** A piece of a sentence; names, order codes and amounts stand out. */
type Piece = string | { readonly strong: string }

type Sentence = {
  /** 'Kemi confirmed ₦31,500 for YW47ND.' */
  readonly says: readonly Piece[]
  /** A second sentence: 'Exactly what was due.'; '' if there is none. */
  readonly more: string
}

export type Reader = {
  /** The id of the person who reads the audit: their own actions read 'You'. */
  readonly self: string
  /** The name of a member of staff by id. */
  readonly named: (id: string) => string | undefined
}

/** An audit entry as a sentence: who, then what, then which order. No keys, versions or ids of tables. */
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
    more: [more, reason(entry), facts.whenDone(entry.at)].filter((each) => each !== '').join(' '),
  }
}

/** Returns text that a person typed in quotes, and text by the server as a sentence. */
function reason({ action, detail }: AuditEntry): string {
  const given = text(detail.reason)
  if (given === '') return ''
  return action.startsWith('order.') ? `“${given}”` : `${capital(given)}.`
}

/** Returns words for a subject that was deleted together with its name. */
function unknown({ subject }: AuditEntry): string {
  return subject.startsWith('item:') ? 'a dish that has left the menu' : 'a deleted account'
}

type Told = {
  readonly says: readonly Piece[]
  readonly more?: string
  /** True if the sentence has its own subject, because no person in the restaurant acted. */
  readonly alone?: true
}

type AuditFormatter = (about: Piece, facts: Facts) => Told

/** 'started YW47ND' and the like. */
function plain(verb: string, after = '', more = ''): AuditFormatter {
  return (about) => ({ says: [`${verb} `, about, after], more })
}

function printer(verb: string): AuditFormatter {
  return (_, { detail }) => ({ says: [`${verb} ${text(detail.name)}`] })
}

const sentences: Readonly<Record<AuditAction, AuditFormatter>> = {
  'order.place': (about, { detail, amount }) => ({
    says: ['placed ', about, ...(detail.total === undefined ? [] : [' for ', amount('total')])],
    more: detail.channel === 'phone' ? 'By phone.' : detail.channel === 'walk-in' ? 'At the counter.' : '',
  }),
  'order.confirm-payment': (about, facts) => ({
    says: ['confirmed ', facts.amount('amount'), ' for ', about],
    more: [facts.how(), facts.compared()].filter((text) => text !== '').join(' '),
  }),
  'order.confirm-extra': (about, facts) => ({
    says: ['recorded ', facts.amount('amount'), ' more for ', about],
    more: 'It is owed back.',
  }),
  'order.undo-confirmation': (about, facts) => ({
    says: ['took back the confirmation of ', facts.amount('amount'), ' for ', about],
    more: facts.how(),
  }),
  'order.first-confirmation': (about, facts) => ({
    says: ['confirmed ', facts.amount('amount'), ' for ', about, ', as the first of two people'],
  }),
  'order.report-missing': plain('did not find the transfer of', '', 'The customer was notified.'),
  'order.reject-transfer': (about, facts) => ({
    alone: true,
    says: ['The payment provider sent back ', facts.amount('amount'), ' for ', about],
  }),
  'order.accept-late': plain('accepted', ' though its transfer came late'),
  'order.claim-again': plain('says again that the transfer of', ' was made'),
  'order.refund': (about, facts) => ({
    says: ['refunded ', facts.amount('amount'), ' for ', about],
    more: facts.how(),
  }),
  'order.acknowledge': plain('acknowledged'),
  'order.acknowledge-start': plain('saw in the kitchen that', ' was started'),
  'order.escalate': escalation,
  'order.note-escalation-sent': (about) => ({ alone: true, says: ['Your phone was notified of ', about] }),
  'order.note-escalation-failed': (about) => ({ alone: true, says: ['Your phone could not be notified of ', about] }),
  'order.start': plain('started'),
  'order.undo-start': plain('took back the start of'),
  'order.start-unpaid': plain('started', ' before it was paid'),
  'order.start-for-cash': (about, facts) => ({
    says: ['started ', about, ', with ', facts.amount('amount'), ' to collect in cash at the door'],
  }),
  'order.mark-ready': plain('marked', ' ready'),
  'order.recall': plain('sent', ' back to the fire'),
  'order.complete': plain('completed'),
  'order.undo-completion': plain('took back the completion of'),
  'order.cancel': plain('cancelled'),
  'order.cancel-own': plain('cancelled'),
  'order.change-slot': plain('moved', ' to another time'),
  'order.change-own-slot': plain('moved', ' to another time'),
  'order.ask-slot': plain('asked the customer of', ' for another time'),
  'order.keep-slot': plain('can keep the time of', ' after all'),
  'order.fall-due': plain('passed', ' to the kitchen at its time'),
  'order.link': plain('added', ' to their account'),
  'order.cancel-sold-out': plain('cancelled', ' because a dish was sold out'),
  'order.mark-sold-out': plain('marked a dish of', ' sold out', 'The customer was asked what they want instead.'),
  'order.unmark-sold-out': plain('found the sold-out dish of', ' after all'),
  'order.choose-substitution': substitution,
  'order.remove-sold-out': substitution,
  'order.print-ticket': (about, { detail }) => ({
    says: [`printed the ${detail.kind === 'packing' ? 'packing' : 'kitchen'} ticket of `, about],
    more: typeof detail.number === 'number' && detail.number > 1 ? `Copy ${detail.number}.` : '',
  }),
  'order.rate': (about, { detail }) => ({
    says: ['rated ', about, ...(typeof detail.stars === 'number' ? [` with ${count(detail.stars, 'star')}`] : [])],
  }),
  'order.read-address': plain('read the address of'),
  'order.read': plain('opened', ' long after it was over'),
  'order.assign-rider': (about, facts) => ({ says: ['gave ', about, ' to ', facts.person('rider')] }),
  'order.unassign-rider': (about, facts) => ({ says: ['took ', about, ' back from ', facts.person('from')] }),
  'order.change-rider': (about, facts) => ({
    says: [
      'gave ',
      about,
      ' to ',
      facts.person('rider'),
      ...(facts.detail.from ? [' instead of ', facts.person('from')] : []),
    ],
  }),
  'order.pick-up': plain('left with'),
  'order.deliver': (about, facts) => ({
    says: [
      'delivered ',
      about,
      ...(facts.detail.amount ? [' and collected ', facts.amount('amount'), ' in cash'] : []),
    ],
    more: facts.detail.amount === 0 ? 'No cash was collected.' : facts.compared(),
  }),
  'order.collect-late': (about, facts) => ({
    says: ['had collected ', facts.amount('amount'), ' in cash for ', about, ' when it was changed'],
    more: facts.compared(),
  }),
  'order.fail-delivery': plain('could not deliver'),
  'till.cash-in': (_, facts) => ({ says: ['put ', facts.amount('amount'), ' into the till'], more: quoted(facts) }),
  'till.cash-out': (_, facts) => ({ says: ['took ', facts.amount('amount'), ' out of the till'], more: quoted(facts) }),
  'till.handed-in': (_, facts) => ({
    says: ['took ', facts.amount('amount'), ' in from ', facts.person('rider')],
    more: facts.compared('amount', 'carried'),
  }),
  'item.mark-sold-out': (about, { detail }) => ({
    says: ['marked ', about, ' sold out'],
    more: typeof detail.backAt === 'string' ? `Until ${clock(detail.backAt)}.` : '',
  }),
  'item.mark-available': (about, { detail }) => ({
    says: ['marked ', about, ' back in stock'],
    more: typeof detail.portionsLeft === 'number' ? `${count(detail.portionsLeft, 'portion')} left.` : '',
  }),
  'item.change-price': (about, facts) => ({
    says: ['changed the price of ', about, ' from ', facts.amount('before'), ' to ', facts.amount('after')],
  }),
  'menu.publish': (about, facts) => ({ says: ['published ', about, ' of the menu'], more: facts.menuChange() }),
  'menu.restore': (about, facts) => ({ says: ['brought back ', about, ' of the menu'], more: facts.menuChange() }),
  'photo.add': () => ({ says: ['added a photo'] }),
  'quarter.close': plain('closed', ' to further orders'),
  'quarter.reopen': plain('opened', ' again'),
  'preparation.tick': plain('ticked the preparation of'),
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
  'restaurant.open': () => ({ says: ['opened the restaurant'] }),
  'accounts.propose': (_, { detail }) => ({
    says: ['proposed other bank accounts'],
    more:
      text(detail.from) === ''
        ? ''
        : `Customers see them from ${clock(text(detail.from))} on ${day(text(detail.from))}.`,
  }),
  'accounts.revoke': () => ({ says: ['revoked the change of the bank accounts'] }),
  'accounts.take-effect': () => ({ alone: true, says: ['Customers see the new bank accounts'] }),
  'day.count': (_, { detail }) => ({
    says:
      detail.amount === null
        ? ['removed the count of ', strong(text(detail.place))]
        : ['counted ', strong(text(detail.amount)), ' at ', strong(text(detail.place))],
  }),
  'day.import-statement': (_, { detail }) => ({
    says: [detail.lines === 0 ? 'removed' : 'imported', ' the statement of ', strong(text(detail.place))],
    more: typeof detail.lines === 'number' && detail.lines > 0 ? `${count(detail.lines, 'line')}.` : '',
  }),
  'statement.columns': () => ({ says: ['said which columns the statements of an account have'] }),
  'day.close': (_, { detail }) => ({
    says: ['signed a business day'],
    more: typeof detail.differences === 'number' ? `${count(detail.differences, 'difference')}.` : '',
  }),
  'day.correct': (_, { detail }) => ({
    says: ['corrected ', strong(text(detail.place)), ' by ', strong(text(detail.amount))],
  }),
  'account.change': (about, { detail }) => ({
    says: ['changed ', about],
    more: Array.isArray(detail.fields) ? `${capital(detail.fields.map(fieldName).join(', '))}.` : '',
  }),
  'account.of-guest': () => ({ says: ['made an account of their guest orders'] }),
  'account.delete': (about, { detail }) => ({
    says: detail.by === 'restaurant' ? ['erased ', about] : ['deleted their account'],
  }),
  'account.export': (about, { detail }) => ({
    says: ['downloaded what is kept about ', ...(detail.by === 'restaurant' ? [about] : ['them'])],
  }),
  'customer.add-note': plain('wrote a note about'),
  'customer.remove-note': plain('removed a note about'),
  'session.begin': (_, { detail }) => ({
    says: ['signed in'],
    more: onDevice(detail.device, detail.secondStep),
  }),
  'session.end': (_, { detail }) => ({ says: ['signed out'], more: onDevice(detail.device) }),
  'session.refuse': (about, { detail }) => ({
    alone: true,
    says: ['Somebody could not sign in as ', about],
    more: onDevice(detail.device),
  }),
  'session.end-all': () => ({ says: ['signed out everywhere'] }),
  'second-factor.add': (about, { detail }) => ({
    says: ['added a second factor to ', about],
    more: detail.factor === 'passkey' ? 'A passkey.' : detail.factor === 'app' ? 'An app.' : '',
  }),
  'second-factor.remove': plain('removed a second factor of'),
  'second-factor.reset': plain('reset the second factor of'),
  'second-factor.refuse': (about, { detail }) => ({
    alone: true,
    says: ['Somebody knew the password of ', about, ', and failed at the second step'],
    more: onDevice(detail.device),
  }),
  'recovery-codes.make': plain('made new recovery codes for'),
  'recovery-codes.use': (about, { detail }) => ({
    says: ['used a recovery code of ', about],
    more: typeof detail.left === 'number' ? `${count(detail.left, 'code')} left.` : '',
  }),
  'staff.add': (about, { detail }) => ({ says: ['added ', about, ...(detail.role ? [` as ${detail.role}`] : [])] }),
  'staff.role': (about, { detail }) => ({
    says: [
      'changed the role of ',
      about,
      text(detail.after) === '' ? '' : ` from ${text(detail.before)} to ${text(detail.after)}`,
    ],
  }),
  'staff.phone': plain('changed the phone of'),
  'staff.off': plain('switched off'),
  'staff.on': plain('switched on'),
  'staff.sign-out': plain('signed out', ' on their devices'),
  'password.change': plain('changed the password of'),
  'password.set': plain('set a new password for'),
  'password.reset-code': plain('made a password code for'),
  'password.reset': plain('used a password code for'),
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
    more: [
      present && !isEmpty ? `At the desk: ${present.join(', ')}.` : '',
      reaches ? '' : 'No phone of yours is set to be called.',
    ]
      .filter((each) => each !== '')
      .join(' '),
  }
}

function substitution(about: Piece, { detail }: Facts): Told {
  const less = Money.isNaira(detail.less) && detail.less > 0 ? `${Money.format(detail.less)} less.` : ''
  const dish = text(detail.dish) || 'a sold-out dish'
  return typeof detail.instead === 'string'
    ? { says: ['chose ', strong(detail.instead), ' instead of ', strong(dish), ' in ', about], more: less }
    : { says: ['removed ', strong(dish), ' from ', about], more: less }
}

/** The details of an entry, as words. */
class Facts {
  readonly detail: AuditEntry['detail']
  readonly #named: Reader['named']
  constructor(detail: AuditEntry['detail'], named: Reader['named']) {
    this.detail = detail
    this.#named = named
  }

  readonly amount = (name: string): Piece => {
    const value = this.detail[name]
    return strong(Money.isNaira(value) ? Money.format(value) : 'money')
  }

  person(name: string): Piece {
    return strong(this.nameOf(this.detail[name]))
  }

  nameOf(id: unknown): string {
    return this.#named(text(id)) ?? 'somebody'
  }

  how(): string {
    const { method } = this.detail
    return method === 'cash' ? 'In cash.' : method === 'card' ? 'By card.' : ''
  }

  /** Returns the total beside the sum received for the order so far. */
  compared(came = 'received', due = 'total'): string {
    const { [came]: received, [due]: total } = this.detail
    if (!(Money.isNaira(received) && Money.isNaira(total))) return ''
    if (received === total) return 'Exactly what was due.'
    return received < total
      ? `${Money.format(Money.naira(total - received))} short.`
      : `${Money.format(Money.naira(received - total))} too much.`
  }

  /** Returns how much a version of the menu changes, and the publisher's note. */
  menuChange(): string {
    const { changes, note } = this.detail
    const words = text(note) === '' ? [] : [`“${text(note)}”`]
    return [...(typeof changes === 'number' ? [`${count(changes, 'change')}.`] : []), ...words].join(' ')
  }

  /**
   * Returns the time of the press, for an action that waited in a browser for the network, if it differs from the
   * entry's time.
   */
  whenDone(recorded: string): string {
    const at = text(this.detail.at)
    return at === '' || (clock(at) === clock(recorded) && day(at) === day(recorded)) ? '' : `Done at ${clock(at)}.`
  }
}

function onDevice(device: unknown, secondStep?: unknown): string {
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

/** ' until 20:30'; '' where no hour was chosen. */
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

const settingNames: Readonly<Record<string, string>> = {
  shortName: 'short name',
  whatsapp: 'WhatsApp',
  mapUrl: 'map link',
  socials: 'social pages',
  preparation: 'preparation time',
  escalateAfter: 'calls to the owner',
  ownerPhone: 'phone of the owner',
  secondPersonAbove: 'two people for large sums',
  cashAtDoorUpTo: 'cash at the door',
  marquee: 'moving line',
  messageTexts: 'texts of messages',
  testimonials: 'what customers say',
  locations: 'delivery places',
  taxes: 'taxes and levies',
  accounts: 'bank accounts',
  farm: 'page about the farm',
}

function settingName(field: unknown): string {
  return settingNames[String(field)] ?? String(field)
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

/** Joins neighbouring plain pieces. */
function joined(pieces: readonly Piece[]): Piece[] {
  return pieces.reduce<Piece[]>((all, piece) => {
    const last = all.at(-1)
    if (typeof piece === 'string' && typeof last === 'string') all[all.length - 1] = last + piece
    else if (piece !== '') all.push(piece)
    return all
  }, [])
}
