import { useQuery } from '@tanstack/react-query'
import { inquiryLink } from '#web/chat.ts'
import { useNavigation } from '#web/navigation.tsx'
import { queries } from '#web/queries.ts'
import { Icon } from '#web/ui/icon.tsx'

/** FRAME-4. The farm has chat buttons of its own. */
export function ChatButton() {
  const { data: site } = useQuery(queries.site())
  const { path } = useNavigation()
  if (!site || path === '/farm') return null
  return (
    <aside aria-label="Chat">
      <a
        href={inquiryLink(site)}
        target="_blank"
        rel="noreferrer"
        aria-label="Chat with us on WhatsApp"
        className="fixed right-3 bottom-[calc(0.75rem+env(safe-area-inset-bottom))] z-20 grid size-[52px] place-items-center rounded-full bg-leaf text-ground shadow-card hover:brightness-110 sm:right-5 sm:bottom-5"
      >
        <Icon name="chat" className="size-[28px]" />
      </a>
    </aside>
  )
}
