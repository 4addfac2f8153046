import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { queries } from '#web/api/queries.ts'
import { useNavigation } from '#web/app/navigation/navigation.tsx'
import { inquiryLink } from '#web/ui/chat.ts'
import { Icon } from '#web/ui/icon.tsx'

/**
 * FRAME-4. The farm page has chat buttons of its own. On a phone the button moves away while the page scrolls down, because
 * it would cover prices and buttons, and returns when it scrolls up. It stays reachable by keyboard.
 */
export function ChatButton() {
  const { data: site } = useQuery(queries.site())
  const { path } = useNavigation()
  const away = useReadingDown()
  if (!site || path === '/farm') return null
  return (
    <aside aria-label="Chat">
      <a
        href={inquiryLink(site)}
        target="_blank"
        rel="noreferrer"
        aria-label="Chat with us on WhatsApp"
        className={`print:hidden fixed right-3 bottom-[calc(0.75rem+env(safe-area-inset-bottom))] z-20 grid size-[52px] place-items-center rounded-full bg-leaf text-ground shadow-card transition-[translate] hover:brightness-110 sm:right-5 sm:bottom-5 ${away ? 'max-sm:not-focus-visible:translate-y-24' : ''}`}
      >
        <Icon name="chat" className="size-[28px]" />
      </a>
    </aside>
  )
}

/** Whether the page was last scrolled down. */
function useReadingDown(): boolean {
  const [down, setDown] = useState(false)
  useEffect(() => {
    let before = scrollY
    const onScroll = () => {
      // A page that springs back from above its top has not been scrolled down.
      setDown(scrollY > Math.max(before, 0))
      before = scrollY
    }
    addEventListener('scroll', onScroll, { passive: true })
    return () => removeEventListener('scroll', onScroll)
  }, [])
  return down
}
