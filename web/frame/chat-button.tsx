import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { queries } from '#web/api/queries.ts'
import { useNavigation } from '#web/app/navigation/navigation.tsx'
import { inquiryLink } from '#web/ui/chat.ts'
import { Icon } from '#web/ui/icon.tsx'

/**
 * FRAME-4. The farm has chat buttons of its own. On a phone it makes way for what is read downwards, prices and buttons at
 * the edge, and comes back with the first move up; the keyboard finds it wherever it is.
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

/** Whether the page last moved upwards under the reader. */
function useReadingDown(): boolean {
  const [down, setDown] = useState(false)
  useEffect(() => {
    let before = scrollY
    const onScroll = () => {
      // Where a page springs back from above its top, that is no reading.
      setDown(scrollY > Math.max(before, 0))
      before = scrollY
    }
    addEventListener('scroll', onScroll, { passive: true })
    return () => removeEventListener('scroll', onScroll)
  }, [])
  return down
}
