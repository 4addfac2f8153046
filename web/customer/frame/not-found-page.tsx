import { useEffect, useEffectEvent, useState } from 'react'
import { Link, useNavigation } from '#web/app/navigation/navigation.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'

/** The time in milliseconds until the redirect of FRAME-6. */
const redirectAfter = 8000

export default function NotFoundPage() {
  const { go } = useNavigation()
  const [staying, setStaying] = useState(false)
  const home = useEffectEvent(() => go('/', { replace: true }))

  useEffect(() => {
    if (staying) return
    const timer = setTimeout(home, redirectAfter)
    return () => clearTimeout(timer)
  }, [staying])

  return (
    <section className="page-width grid justify-items-center gap-4 py-20 text-center">
      <p aria-hidden="true" className="figures text-[min(6rem,28vw)] text-ember leading-none sm:text-9xl">
        404
      </p>
      <h1 className="text-4xl">Page Not Found</h1>
      <p className="text-soft">{staying ? 'There is no page at this address.' : 'Redirecting to Home...'}</p>
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        <Link to="/" className={buttonClass()}>
          Home
        </Link>
        <Link to="/menu" className={buttonClass('secondary')}>
          Menu
        </Link>
        {!staying && (
          <Button variant="quiet" onClick={() => setStaying(true)}>
            Stay here
          </Button>
        )}
      </div>
    </section>
  )
}
