/** Returns a channel; undefined without browser channels, or where forbidden storage disables them. */
export function openChannel(name: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name)
  } catch {
    return undefined
  }
}
