import { sentenceOf } from './start-error.ts'

/**
 * Runs `work`. Prints the sentence for an expected failure, also one that `ownSentenceOf` knows, and sets exit code 1.
 * Throws all other errors, which are bugs.
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
