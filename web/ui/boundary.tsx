import { Component, type ReactNode } from 'react'
import { sentence } from '#web/api/client.ts'
import { Button } from './button.tsx'

/** Shows the error of a page and a button to try again; the frame around the page stays. */
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
  return (
    <section className="mx-auto grid max-w-md justify-items-center gap-4 px-4 py-16 text-center">
      <h1 className="text-3xl">This did not load</h1>
      <p className="text-soft">{sentence(error, 'The network may have dropped. Your cart is safe.')}</p>
      <Button onClick={onRetry}>Try again</Button>
    </section>
  )
}
