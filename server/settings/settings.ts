import { isDeepStrictEqual } from 'node:util'
import { notInArray } from 'drizzle-orm'
import type { PhotoSource } from '#contract/parts/photos.ts'
import type { RestaurantSettings, SettingsChange } from '#contract/settings.ts'
import { firstFree, slug } from '#domain/menu/slug.ts'
import * as Money from '#domain/money/money.ts'
import * as Taxes from '#domain/money/taxes.ts'
import * as BankAccounts from '#domain/restaurant/bank-accounts.ts'
import * as Brand from '#domain/restaurant/brand.ts'
import { usualLater } from '#domain/restaurant/calendar.ts'
import * as Hours from '#domain/restaurant/hours.ts'
import type { Actor } from '#domain/restaurant/policy.ts'
import * as Phone from '#domain/text/phone.ts'
import type { Prove } from '../auth/second-step.ts'
import { recordAudit } from '../db/audit.ts'
import type { Database, Reader, Transaction } from '../db/database.ts'
import {
  farm,
  home,
  kitchenLoad,
  locations,
  type PictureDocument,
  type SettingsDocument,
  settings,
} from '../db/schema.ts'
import { lockSettings, readSettings, restaurantOf } from '../db/stored-settings.ts'
import { newSlides, officeSlides } from '../home/slides.ts'
import { orRefuse, refuse } from '../http/problems.ts'
import { readKitchenLoad } from '../kitchen-load/kitchen-load.ts'
import { publish } from '../live/publish.ts'
import { locationList } from '../menu/menu-queries.ts'
import { keptPhoto } from '../photos/photos.ts'
import { chooseTestimonials, officeTestimonials } from '../ratings/testimonials.ts'
import { changeSafeguards, limitChanges, readSafeguards } from './safeguards.ts'

export async function officeSettings(db: Reader): Promise<RestaurantSettings> {
  const stored = await readSettings(db)
  const [page] = await db.select({ document: home.document }).from(home)
  const [ownFarm] = await db.select({ document: farm.document }).from(farm)
  return {
    ...restaurantOf(stored),
    capacity: (await readKitchenLoad(db)).capacity,
    quarterCapacity: stored.quarterCapacity ?? null,
    later: stored.later === undefined ? usualLater : stored.later,
    ...(await readSafeguards(db)),
    hours: stored.hours ?? null,
    colours: stored.colours ?? null,
    logo: sourceOf(stored.logo),
    marquee: page?.document.marquee ?? [],
    slides: officeSlides(page?.document.slides ?? []),
    testimonials: await officeTestimonials(db),
    ownTestimonials: (page?.document.testimonials ?? []).map(({ id, name, text, hidden }) => ({
      id,
      name,
      text,
      isShown: !hidden,
    })),
    locations: await locationList(db),
    taxes: stored.taxes ?? [],
    messageTexts: stored.messageTexts ?? {},
    farm: ownFarm ? { name: ownFarm.document.shortName, isShown: stored.hidesFarm !== true } : null,
  }
}

function sourceOf(picture: PictureDocument | undefined): PhotoSource | null {
  if (picture?.photo === undefined) return null
  return { photo: picture.photo, ...(picture.focus && { focus: picture.focus }) }
}

/**
 * Changes the given settings and publishes the change to open pages. A change without effect does nothing. A valid
 * quote keeps its fee and its tax lines. `prove` uses up the proof of a change that needs one.
 */
export async function changeSettings(
  database: Database,
  { user: owner, body }: { readonly user: Actor; readonly body: Omit<SettingsChange, 'proof'> },
  prove: Prove,
): Promise<RestaurantSettings> {
  const {
    capacity,
    escalateAfter,
    ownerPhone,
    secondPersonAbove,
    cashAtDoorUpTo,
    marquee,
    slides,
    testimonials,
    ownTestimonials,
    locations: places,
    farmIsShown,
    accounts,
    colours,
    logo,
    was,
    ...change
  } = body
  const phones = {
    ...(change.phone !== undefined && { phone: phoneOf(change.phone, 'phone') }),
    ...(change.whatsapp !== undefined && { whatsapp: phoneOf(change.whatsapp, 'whatsapp') }),
  }
  if (change.taxes) refuseTwice(change.taxes, 'taxes', 'This line is in the list twice.')
  const unfit = colours && Brand.problemOf(colours.main)
  if (unfit) throw refuse('invalid', unfit, 'colours.main')
  return database.transaction(async (tx) => {
    // The lock makes changes of the settings run one after the other, including changes of the other tables below.
    const { document: stored } = await lockSettings(tx)
    // This endpoint changes bank accounts only before the restaurant opens. Afterwards, a stolen session must not be
    // able to divert payments.
    if (accounts && stored.setup !== 'begun') {
      throw refuse('not-allowed', 'Bank accounts change with the password and a second factor, after a delay.')
    }
    const begun = accounts && orRefuse(BankAccounts.withIds(accounts, stored.accounts))
    const before = await officeSettings(tx)
    const { hidesFarm, colours: ownColours, logo: ownLogo, ...kept } = stored
    const newLogo = logo && (await keptPhoto(tx, logo, 'logo'))
    const brand = {
      colours: colours === undefined ? ownColours : colours,
      logo: logo === undefined ? ownLogo : newLogo,
    }
    const isHidden = farmIsShown === undefined ? hidesFarm : farmIsShown ? undefined : true
    const document = {
      ...kept,
      ...given(change),
      ...phones,
      ...(capacity !== undefined && { kitchenCapacity: capacity }),
      ...(isHidden && { hidesFarm: isHidden }),
      ...(brand.colours && { colours: brand.colours }),
      ...(brand.logo && { logo: brand.logo }),
      ...(begun && { accounts: begun }),
      // Footers and previews show the hours in words.
      ...(change.hours && { openingHours: Hours.describe(change.hours) }),
    } satisfies SettingsDocument
    await tx.update(settings).set({ document })
    // The owner's capacity replaces the capacity that the desk has set for the evening.
    if (capacity !== undefined) await tx.update(kitchenLoad).set({ capacity: null })
    await changeSafeguards(tx, { escalateAfter, ownerPhone, secondPersonAbove, cashAtDoorUpTo }, prove)
    await changeHome(tx, { marquee, slides, ownTestimonials })
    if (testimonials) await chooseTestimonials(tx, testimonials)
    if (places) await replaceLocations(tx, places)
    const after = await officeSettings(tx)
    const fields = (Object.keys(after) as (keyof RestaurantSettings)[]).filter(
      (field) => JSON.stringify(after[field]) !== JSON.stringify(before[field]),
    )
    const isBegun = begun !== undefined && JSON.stringify(begun) !== JSON.stringify(BankAccounts.known(stored))
    if (fields.length === 0 && !isBegun) return after
    if (was) requireRead(before, was, fields)
    const fees = feeChanges(before, after)
    const taxes = Taxes.taxChanges(before.taxes, after.taxes)
    const limits = limitChanges(before, after)
    // Audit entries contain no phone number.
    await recordAudit(tx, owner, 'settings.change', 'settings', {
      fields: [...fields, ...(isBegun ? ['accounts'] : [])],
      ...(fees.length > 0 && { fees }),
      ...(taxes.length > 0 && { taxes }),
      ...(limits.length > 0 && { limits }),
    })
    await settingsChanged(tx)
    return after
  })
}

async function changeHome(
  tx: Transaction,
  { marquee, slides, ownTestimonials }: Pick<SettingsChange, 'marquee' | 'slides' | 'ownTestimonials'>,
): Promise<void> {
  if (!marquee && !slides && !ownTestimonials) return
  const [page] = await tx.select({ document: home.document }).from(home).for('update')
  if (!page) return
  const { document } = page
  const testimonials = document.testimonials.map(({ hidden: _, ...said }) =>
    ownTestimonials?.includes(said.id) ? said : { ...said, hidden: true as const },
  )
  const fresh = {
    ...document,
    ...(marquee && { marquee }),
    ...(slides && { slides: await newSlides(tx, document.slides, slides) }),
    ...(ownTestimonials && { testimonials }),
  }
  await tx.update(home).set({ document: fresh })
}

/** Throws a Refusal if another owner has changed one of these fields since the page read it. */
function requireRead(
  before: RestaurantSettings,
  was: NonNullable<SettingsChange['was']>,
  fields: readonly (keyof RestaurantSettings)[],
): void {
  const [stored, read] = [ownersChoice(before), ownersChoice(was)]
  if (fields.every((field) => was[field] === undefined || isDeepStrictEqual(stored[field], read[field]))) return
  throw refuse('settings-moved-on', 'Somebody else has changed this. Note what you changed, and load the page again.')
}

/**
 * Leaves out what owners do not choose: the picture of a slide, and ratings that are not shown, because customers add
 * ratings at any time.
 */
function ownersChoice({ slides, testimonials, ...others }: NonNullable<SettingsChange['was']>) {
  return {
    ...others,
    slides: slides?.map(({ shown: _, ...slide }) => slide),
    testimonials: testimonials?.filter(({ isShown }) => isShown).map(({ orderId }) => orderId),
  }
}

/** Makes open pages reread everything that depends on the settings, and every process delete its cached copies. */
export async function settingsChanged(tx: Transaction): Promise<void> {
  await publish(tx, { audience: ['menu'], type: 'settings.changed', subject: 'settings', version: 0, data: {} })
}

function given<Fields extends object>(fields: Fields): { [Name in keyof Fields]: Exclude<Fields[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}

function phoneOf(typed: string, field: string): string {
  const phone = Phone.sole(typed)
  if (phone === undefined) throw refuse('invalid', Phone.invalidPhone, field)
  return phone
}

/** Throws a Refusal with the field of a name that an earlier entry has too. */
function refuseTwice(entries: readonly { readonly name: string }[], list: string, sentence: string): void {
  const named = entries.map(({ name }) => name.toLowerCase())
  const twice = named.findIndex((name, index) => named.indexOf(name) < index)
  if (twice !== -1) throw refuse('invalid', sentence, `${list}.${twice}.name`)
}

/**
 * Replaces the delivery places. An existing place keeps its id, to which profiles refer. Customers of a removed place
 * choose another place.
 */
async function replaceLocations(tx: Transaction, places: NonNullable<SettingsChange['locations']>): Promise<void> {
  refuseTwice(places, 'locations', 'This place is in the list twice.')
  const before = await tx.select().from(locations)
  const known = new Set(before.map(({ id }) => id))
  const taken = new Set(known)
  const rows = places.map(({ id: own, name, fee, minimum, freeAbove, drivingMinutes }, position) => {
    // A place sent without an id gets the id of the existing place with the same name, because a page does not know the
    // id of a place that it has just added.
    const id = own ?? before.find((each) => each.name.toLowerCase() === name.toLowerCase())?.id
    if (id !== undefined && !known.delete(id)) {
      throw refuse(
        'invalid',
        'This place was removed by somebody else. Load the page again.',
        `locations.${position}.name`,
      )
    }
    const placeId = id ?? firstFree(slug(name, 'place'), taken)
    taken.add(placeId)
    return {
      id: placeId,
      position,
      name,
      fee: Money.naira(fee),
      minimum: minimum === undefined ? null : Money.naira(minimum),
      freeAbove: freeAbove === undefined ? null : Money.naira(freeAbove),
      drivingMinutes: drivingMinutes || null,
    }
  })
  await tx.delete(locations).where(
    notInArray(
      locations.id,
      rows.map(({ id }) => id),
    ),
  )
  for (const { id, ...row } of rows) {
    await tx
      .insert(locations)
      .values({ id, ...row })
      .onConflictDoUpdate({ target: locations.id, set: row })
  }
}

/** Returns changes such as 'Ikoyi ₦2,500 → ₦3,000', 'Ikoyi minimum none → ₦10,000'. */
function feeChanges(before: RestaurantSettings, after: RestaurantSettings): string[] {
  const said = (amount: Money.Naira | undefined) => (amount === undefined ? 'none' : Money.format(amount))
  return after.locations.flatMap((place) => {
    const was = before.locations.find(({ id }) => id === place.id)
    if (!was) return []
    return (
      [
        ['fee', ''],
        ['minimum', ' minimum'],
        ['freeAbove', ' free above'],
      ] as const
    ).flatMap(([field, called]) =>
      was[field] === place[field] ? [] : [`${place.name}${called} ${said(was[field])} → ${said(place[field])}`],
    )
  })
}
