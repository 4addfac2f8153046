/**
 * A position on the map. An address contains its position as a Plus Code (the Open Location Code specification), which
 * needs no map service.
 */
type Position = { readonly latitude: number; readonly longitude: number }

const digits = '23456789CFGHJMPQRVWX'
/** Digits of a code before its '+'. */
const beforePlus = 8
/** The number of steps into which a code of ten digits divides a degree. */
const parts = 8000

/** Returns the Plus Code of a position with ten digits, which names a square of about 14 m. */
export function plusCode({ latitude, longitude }: Position): string {
  // Computes in whole steps, because the sum of rounded fractions of a degree could fall into the neighbouring square.
  const inParts = (degrees: number) => Math.floor(Math.round(degrees * parts * 1e6) / 1e6)
  let north = Math.min(Math.max(inParts(latitude + 90), 0), 180 * parts - 1)
  const round = 360 * parts
  let east = ((inParts(longitude + 180) % round) + round) % round
  let code = ''
  for (let pair = 0; pair < 5; pair++) {
    code = `${digits[north % 20]}${digits[east % 20]}${code}`
    north = Math.floor(north / 20)
    east = Math.floor(east / 20)
  }
  return `${code.slice(0, beforePlus)}+${code.slice(beforePlus)}`
}

/** Returns the centre of the square that a full code of ten or eleven digits names. */
export function positionOf(code: string): Position | undefined {
  if (!new RegExp(`^${full}$`, 'i').test(code)) return undefined
  const [north = 0, east = 0] = [0, 1].map((first) =>
    [0, 2, 4, 6, 8].reduce((sum, at) => sum * 20 + digits.indexOf(letters(code)[at + first] ?? ''), 0),
  )
  // An eleventh digit divides the square into five rows of four columns.
  const eleventh = letters(code)[10]
  const last = digits.indexOf(eleventh ?? '')
  const [row, rows, column, columns] = eleventh === undefined ? [0, 1, 0, 1] : [Math.floor(last / 4), 5, last % 4, 4]
  return {
    latitude: (north + (row + 0.5) / rows) / parts - 90,
    longitude: (east + (column + 0.5) / columns) / parts - 180,
  }
}

const letters = (code: string) => code.toUpperCase().replace('+', '')

const digit = `[${digits}]`
const full = `[2-9CFGHJ]${digit}{7}\\+${digit}{2,3}`
const short = `(?:${digit}{2}){1,3}\\+${digit}{2,3}`

/** Returns the full code for a code without its first digits: the code of the matching square nearest to `near`. */
function recover(code: string, near: Position): string | undefined {
  const rest = code.toUpperCase()
  const left = beforePlus - rest.indexOf('+')
  const position = positionOf(plusCode(near).slice(0, left) + rest)
  if (!position) return undefined
  // Squares whose codes differ only in the digits left out are this many degrees apart.
  const apart = 20 ** (2 - left / 2)
  const nearest = (here: number, there: number) => here + apart * Math.round((there - here) / apart)
  return plusCode({
    latitude: nearest(position.latitude, near.latitude),
    longitude: nearest(position.longitude, near.longitude),
  })
}

/** The position of Lagos. A short code matches many squares; the square nearest to Lagos is meant. */
const lagos: Position = { latitude: 6.5244, longitude: 3.3792 }

const decimal = String.raw`(-?\d{1,3}\.\d{3,})`
/** Matches a link. Links of phones' map apps are also pasted without 'https://'. */
const link = /(?:https?:\/\/|\b(?=maps\.app\.goo\.gl\/|goo\.gl\/maps\/))\S*[^\s.,;)]/i
/** Coordinates in a text, and in the links of Google, Apple, Waze and OpenStreetMap. */
const coordinates = [
  new RegExp(`!3d${decimal}!4d${decimal}`),
  new RegExp(`mlat=${decimal}&mlon=${decimal}`),
  new RegExp(`#map=\\d+/${decimal}/${decimal}`),
  new RegExp(`(?:geo:)?${decimal}°?\\s*(?:,|%2C|\\s)\\s*(?:\\+|%20)*${decimal}°?`, 'i'),
]
/** Matches the host of a map link whose position only the map's server knows. */
const mapHosts =
  /^(?:https?:\/\/)?(?:maps\.app\.goo\.gl|goo\.gl\/maps|(?:www\.|maps\.)?google\.[a-z.]+\/maps|maps\.apple(?:\.com)?|waze\.com|www\.openstreetmap\.org)\//i

/** Finds the position in a text: a Plus Code, coordinates or a map link. */
function find(text: string): { readonly written: string; readonly code?: string } | undefined {
  const [url] = link.exec(text) ?? []
  for (const pattern of coordinates) {
    const [written = '', latitude, longitude] = pattern.exec(url ?? text) ?? []
    const position = { latitude: Number(latitude), longitude: Number(longitude) }
    if (written !== '' && Math.abs(position.latitude) <= 90 && Math.abs(position.longitude) <= 180) {
      return { written: url ?? written, code: plusCode(position) }
    }
  }
  const plain = url === undefined ? text : decoded(url)
  const [whole] = new RegExp(`(?<![\\w+])${full}(?!\\w)`, 'i').exec(plain) ?? []
  if (whole) return { written: url ?? whole, code: whole.toUpperCase() }
  if (url !== undefined) return mapHosts.test(url) ? { written: url } : undefined
  const [part] = new RegExp(`(?<![\\w+])${short}(?!\\w)`, 'i').exec(plain) ?? []
  const code = part && recover(part, lagos)
  return part && code ? { written: part, code } : undefined
}

function decoded(url: string): string {
  try {
    return decodeURIComponent(url.replace(/%(?![0-9a-f]{2})/gi, '%25'))
  } catch {
    return url
  }
}

/** Returns the name of the place in a link of Google Maps; '' without a name, or if the name is a pin itself. */
function nameIn(link: string): string {
  const [, name = ''] = /\/maps\/place\/([^/@?]+)/.exec(link) ?? []
  const words = decoded(name.replaceAll('+', ' '))
  return find(words) || words.includes('°') ? '' : words
}

/**
 * Returns an address with its pin as a Plus Code after the words, or after the name of the place in its link. The pin
 * may be typed as a link, coordinates or a code.
 */
export function withCode(address: string): string {
  const found = find(address)
  if (found?.code === undefined) return address
  const words = wordsBeside(address.replace(found.written, ' ')) || nameIn(found.written)
  return words === '' ? found.code : `${words}, ${found.code}`
}

/** Returns an address with this position as its pin, in place of a pin that the address already has. */
export function withPosition(address: string, position: Position): string {
  const found = find(address)
  return [wordsBeside(found ? address.replace(found.written, ' ') : address), plusCode(position)]
    .filter(Boolean)
    .join(', ')
}

/** Returns the words of an address without its pin; '' if the address is only a pin. */
export function besides(address: string): string {
  return wordsBeside(address.replace(find(address)?.written ?? '', ' '))
}

const wordsBeside = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .replace(/^[\s,;:]+|[\s,;:]+$/g, '')
    .replace(/(?: ?,)+/g, ',')

/** Returns true if an address has a map link whose position only the map's server knows, such as maps.app.goo.gl. */
export function hasUnreadLink(address: string): boolean {
  const found = find(address)
  return found !== undefined && found.code === undefined
}

/** Returns the map link of an address: at its pin, or with a search for its words. */
export function mapLink(address: string, words: string): string {
  const found = find(address)
  const position = found?.code === undefined ? undefined : positionOf(found.code)
  if (found && !position) return found.written.replace(/^(?:https?:\/\/)?/i, 'https://')
  const place = position ? `${position.latitude.toFixed(6)},${position.longitude.toFixed(6)}` : words
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place)}`
}
