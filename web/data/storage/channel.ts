/** Returns a channel; undefined if the browser lacks channels, or forbids them together with storage. */
export function openChannel(name: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name)
  } catch {
    return undefined
  }
}
