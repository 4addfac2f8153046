/** A start that cannot go on, in one sentence a person can act on. `main.ts` prints the message alone, without a stack. */
export class StartError extends Error {
  override name = 'StartError'
}
