/** Undefined where the browser has no channels, or refuses them because it forbids storage. */
export function openChannel(name: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name)
  } catch {
    return undefined
  }
}
