/** A failure of the start, with one sentence that tells a person what to do. It is printed without a stack. */
export class StartError extends Error {
  override name = 'StartError'
}

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'cannot be written: the disk is full',
  EDQUOT: 'cannot be written: the disk is full',
  EROFS: 'cannot be written: its disk is read-only',
  EACCES: 'cannot be used: this user has no right to it',
  EPERM: 'cannot be used: this user has no right to it',
  ENOENT: 'cannot be used: there is no such file or folder',
  ENOTDIR: 'cannot be used: there is no such file or folder',
}

/**
 * Returns the sentence for a failure that a person at the machine can fix; undefined for a bug. Control characters are
 * escaped, because names of untrusted files could control the terminal.
 */
export function sentenceOf(error: unknown): string | undefined {
  return wordsOf(error)?.replace(/[\p{Cc}\p{Cf}]/gu, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`)
}

function wordsOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if (error instanceof StartError) return error.message
  const {
    code = '',
    syscall,
    path = syscall === 'write' ? 'A file' : undefined,
    cause,
  } = error as NodeJS.ErrnoException
  // PostgreSQL reports a full disk by the state 53100.
  if (code === '53100') return 'The disk of the database is full. Make room there, then try again.'
  const reason = reasons[code]
  return reason === undefined || path === undefined ? wordsOf(cause) : `${path} ${reason} (${code}).`
}
