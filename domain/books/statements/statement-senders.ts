import { fold } from '../../text/words.ts'

/** Matches 'FROM ADA OBI' in 'TRF FROM ADA OBI TO INA GRILL' and 'TRF FROM ADA OBI XF7KEN'. */
const from =
  /(?:\b(?:from|frm|b\/o|re[cç]ue? de)[\s:/-]+)([\p{L}.'’][\p{L}\p{M} .'’-]{2,}?)(?=\s(?:to|ifo|for|via)\b|\s[-–]\s|\s?[/|:,*(]|\s\p{L}*\d|\d|$)/iu

/** Words of banks in narrations, which are no names. */
const trade = new Set(
  'account acct airtime alert app atm b bank bill bo by card cash channel charge charges code collection cr credit customer daga deposit dep digital dr electronic fee fees fip food for frm from ft fund guaranty ib ibtc instant interbank interest internet intl inward invoice lati levy loan mb mfb microfinance mob mobile money monument neft nibss nip number nxg online order outward pay payment pmt pos purchase pymt qr ref reference refund remark remarks reversal rtgs sal salary sent session settlement splt stp terminal tfr to transaction transfer trf trfr trsf trust trx txn ussd via virement wallet web withdrawal'.split(
    ' ',
  ),
)

const isTrade = (word: string) => trade.has(fold(word).replace(/[^a-z]/g, ''))

/**
 * Returns the sender in 'TRF FROM ADA OBI TO INA GRILL', 'NIP/GTB/ADA OBI/7Q4MKX' and 'USSD*ADA OBI 7Q4MKX'; '' without
 * a name. Pass a shortened narration, because the pattern scans to the end from each 'from'.
 */
export function senderIn(narration: string): string {
  const name = from.exec(narration)?.[1]?.trim() ?? ''
  const isBank = name.split(/\s+/).some(isTrade)
  return (name === '' || isBank ? firstName(narration) : '') || name
}

/** Splits a text at its separators. Returns the name in the first part with two words of letters; '' if none has. */
export function firstName(text: string): string {
  const parts = text.split(/[/|:*,;#()]|\s-\s|-(?=\d)/)
  return parts.map(nameIn).find((name) => name !== '') ?? ''
}

function nameIn(part: string): string {
  const words = part
    .replace(/(?:^|\s)to\s.*$/i, '')
    .trim()
    .split(/\s+/)
  const isOfName = (word: string) => !isTrade(word) && /^\p{L}[\p{L}\p{M}.'’-]*$/u.test(word)
  const begin = words.findIndex(isOfName)
  const own = begin < 0 ? [] : words.slice(begin)
  const end = own.findIndex((word) => !isOfName(word))
  const name = end < 0 ? own : own.slice(0, end)
  return name.length > 1 ? name.join(' ') : ''
}
