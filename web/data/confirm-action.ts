import { type ReactNode, useEffect, useRef } from 'react'

type Question = {
  readonly title: string
  readonly text?: ReactNode
  readonly action: string
  readonly otherwise?: string
  readonly danger?: boolean
}

export type Asked = Question & { readonly answer: (isConfirmed: boolean) => void }

let asked: Asked | undefined
const listeners = new Set<() => void>()

/**
 * Asks in a dialog and resolves with true if the person confirmed. Aborting `signal`, or asking another question,
 * closes the dialog, and the promise then resolves with false.
 */
export function confirmAction(question: Question, signal?: AbortSignal): Promise<boolean> {
  asked?.answer(false)
  return new Promise((resolve) => {
    function answer(isConfirmed: boolean) {
      if (asked?.answer === answer) update(undefined)
      resolve(isConfirmed)
    }
    signal?.addEventListener('abort', () => answer(false))
    update({ ...question, answer })
  })
}

/** Returns `confirmAction` for a component. If the component is unmounted, its open question resolves with false. */
export function useConfirmAction(): (question: Question) => Promise<boolean> {
  const unmount = useRef<AbortController>(undefined)
  useEffect(() => () => unmount.current?.abort(), [])
  return (question) => {
    unmount.current = new AbortController()
    return confirmAction(question, unmount.current.signal)
  }
}

/**
 * Returns a function that asks the person to check an amount that looks like a mistake. The function resolves with true
 * if the amount may be sent. No question is asked if `question` is empty, if the person has already confirmed the same
 * question, or if `wrong` names invalid fields, whose errors the form shows instead.
 */
export function useConfirmAmount(question: string): (wrong?: object) => Promise<boolean> {
  const confirm = useConfirmAction()
  const confirmed = useRef('')
  return async (wrong = {}) => {
    if (question === '' || question === confirmed.current || Object.keys(wrong).length > 0) return true
    const isConfirmed = await confirm({ title: 'Check the amount', text: question, action: 'Record it' })
    if (isConfirmed) confirmed.current = question
    return isConfirmed
  }
}

export function shownQuestion(): Asked | undefined {
  return asked
}

export function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function update(next: Asked | undefined): void {
  asked = next
  for (const listener of listeners) listener()
}
