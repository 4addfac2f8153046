import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { Component, type ReactNode, startTransition, useEffect } from 'react'
import { didNotLoad } from '#web/app/navigation/title.ts'
import { ConnectionFailure, sentence } from '#web/data/api/client.ts'
import { Button } from './button.tsx'

/** After this many milliseconds a failed page is retried, because a returning network may fire no event. */
const tryAgainAfter = 5000

/** Shows a page's error and retries, by a button and a timer. The frame around the page stays. */
export class Boundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: undefined }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    return <Trouble error={error} onRetry={() => this.setState({ error: undefined })} />
  }
}

/** Shown in place of content that did not load. */
export function Trouble({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { reset } = useQueryErrorResetBoundary()
  // The transition keeps the error visible until an answer arrives. The reset makes the failed query send a new
  // request, instead of throwing its last error again.
  const retry = () =>
    startTransition(() => {
      reset()
      onRetry()
    })
  useEffect(() => {
    const timer = error instanceof ConnectionFailure ? setInterval(retry, tryAgainAfter) : undefined
    return () => clearInterval(timer)
  })
  return (
    <section className="mx-auto grid max-w-md justify-items-center gap-4 px-4 py-16 text-center">
      <h1 className="text-3xl">{didNotLoad}</h1>
      <p className="text-soft">{sentence(error, 'Could not reach the restaurant. Your cart is safe.')}</p>
      <Button onClick={retry}>Try again</Button>
    </section>
  )
}
