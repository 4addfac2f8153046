import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queries } from '#web/api/queries.ts'
import { ChatButton } from './chat-button.tsx'
import { Footer } from './footer.tsx'
import { NavigationBar } from './navigation-bar.tsx'
import { SignInOnDemand } from './sign-in/sign-in-on-demand.tsx'

/** The customer's frame. */
export function Frame({ children }: { children: ReactNode }) {
  return (
    <>
      <a
        href="#main"
        className="absolute -top-20 left-3 z-40 rounded-control bg-ember px-4 py-3 font-semibold text-on-ember focus:top-3"
      >
        Skip to the page
      </a>
      <NavigationBar />
      <Paused />
      <main id="main" tabIndex={-1} className="min-h-[70dvh]">
        {children}
      </main>
      <Footer />
      <ChatButton />
      <SignInOnDemand />
    </>
  )
}

/** The restaurant's sentence while ordering is paused. */
function Paused() {
  const { data: site } = useQuery(queries.site())
  return (
    <div role="status">
      {site?.paused && (
        <p className="wrap-anywhere bg-plantain px-4 py-3 text-center font-semibold text-on-plantain">{site.paused}</p>
      )}
    </div>
  )
}
