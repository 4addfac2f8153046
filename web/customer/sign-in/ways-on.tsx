import { useQuery } from '@tanstack/react-query'
import * as Phone from '#domain/text/phone.ts'
import { showSignIn } from '#web/customer/sign-in/sign-in-panel.ts'
import { queries } from '#web/data/api/queries.ts'
import { helpLink } from '#web/ui/chat.ts'
import { TextButton, textButtonClass } from '#web/ui/text-button.tsx'

/** Shown after a failed log-in. Offers the chat, a call, or an order without an account. */
export function WaysOn() {
  const { data: site } = useQuery(queries.site())
  return (
    <p className="flex flex-wrap items-center gap-x-5">
      {site && (
        <>
          <a href={helpLink(site, 'I cannot log in.')} target="_blank" rel="noreferrer" className={textButtonClass}>
            Chat with us
          </a>
          <a href={`tel:${site.phone}`} className={textButtonClass}>
            Call {Phone.format(site.phone)}
          </a>
        </>
      )}
      <TextButton onClick={() => showSignIn('guest')}>Order as a guest</TextButton>
    </p>
  )
}
