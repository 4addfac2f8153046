/** Mulberry32: returns the same numbers from 0 to 1 for the same seed. */
export function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Returns the environment's SEED, which repeats a run, or else a new seed. */
export function seedOfRun(): number {
  return process.env.SEED ? Number(process.env.SEED) : Date.now() % 1_000_000
}
