import { sentenceOf } from './start-error.ts'

/**
 * Runs `work`. Prints one sentence for an expected failure and sets exit code 1. `ownSentenceOf` returns the sentence
 * for a failure that only this command expects. Throws all other errors, which are bugs.
 */
export async function runCommand(
  work: () => Promise<void>,
  ownSentenceOf: (error: unknown) => string | undefined = () => undefined,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    const sentence = sentenceOf(error) ?? ownSentenceOf(error)
    if (sentence === undefined) throw error
    console.error(`\n  ${sentence}\n`)
    process.exitCode = 1
  }
}
