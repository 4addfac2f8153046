import { useQuery } from '@tanstack/react-query'
import { deskPrintersQuery } from '#web/data/api/printers-query.ts'
import { noticesOf } from '#web/staff/printer-words.ts'

export function PrinterNotice() {
  const { data } = useQuery(deskPrintersQuery)
  const notices = (data?.printers ?? []).flatMap(noticesOf)
  return (
    <div role="status">
      {notices.map(({ id, text, owed }) => (
        <p key={id} className="bg-wash-alarm px-3 py-2 font-semibold text-alarm sm:px-4">
          {text} {owed !== '' && <span className="text-text">{owed}</span>}
        </p>
      ))}
    </div>
  )
}
