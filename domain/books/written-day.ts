import { monthOf } from '../text/months.ts'

/** A day as banks in Nigeria write it: '03-Jul-2026', '07 Aug 2026 01:25:48', '2026 Aug 07', '20/11/2026', '2026-11-20T06:22'. As `YYYY-MM-DD`. */
export function writtenDay(written: string): string | undefined {
  const [, a = '', b = '', c = ''] = /^\W*(\d{1,4})[\s/.-]+(\d{1,2}|[a-z]{3,9})[\s/.-]+(\d{1,4})/i.exec(written) ?? []
  const month = /\d/.test(b) ? Number(b) : monthOf(b)
  const [year, day] = a.length === 4 ? [Number(a), Number(c)] : [Number(c), Number(a)]
  const full = year < 100 ? 2000 + year : year
  // Some exports have the month first; a day above 12 tells.
  return month > 12 ? iso(full, day, month) : iso(full, month, day)
}

function iso(year: number, month: number, day: number): string | undefined {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const days = month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31
  if (year < 2000 || year > 9999 || month < 1 || month > 12 || day < 1 || day > days) return undefined
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}
