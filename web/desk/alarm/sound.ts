import { useEffect, useSyncExternalStore } from 'react'
import { persisted, usePersisted } from '#web/data/storage/persisted.ts'

const choice = persisted('desk-sound', false, (stored) => (typeof stored === 'boolean' ? stored : undefined))

let context: AudioContext | undefined
let ringing: AudioBufferSourceNode | undefined
const listeners = new Set<() => void>()

export type Sound = {
  readonly wanted: boolean
  /** True if the sound can be heard. Browsers allow sound only after a touch of the page. */
  readonly heard: boolean
  readonly set: (wanted: boolean) => void
}

export function useSound(): Sound {
  const wanted = usePersisted(choice)
  const running = useSyncExternalStore(watch, isRunning, () => false)
  useEffect(() => {
    if (!wanted) return
    wake()
    const touches = ['pointerdown', 'keydown'] as const
    for (const touch of touches) addEventListener(touch, wake)
    return () => {
      for (const touch of touches) removeEventListener(touch, wake)
    }
  }, [wanted])
  return {
    wanted,
    heard: wanted && running,
    set(wanted) {
      choice.set(() => wanted)
      // Play a test sound, so that staff notice a device with its volume off before the first order comes.
      if (wanted) play({ loop: false })
    },
  }
}

/**
 * Rings until the returned function is called. The audio context repeats the sound, because timers are slow in hidden
 * tabs.
 */
export function ring(): () => void {
  ringing = play({ loop: true })
  return () => {
    ringing?.stop()
    ringing = undefined
  }
}

function wake(): void {
  if (!context) {
    context = new AudioContext()
    context.onstatechange = () => {
      for (const listener of listeners) listener()
    }
  }
  if (context.state !== 'running') void context.resume().catch(() => {})
}

function watch(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function isRunning(): boolean {
  return context?.state === 'running'
}

function play({ loop }: { loop: boolean }): AudioBufferSourceNode | undefined {
  wake()
  if (!context) return undefined
  const source = new AudioBufferSourceNode(context, { buffer: tonesOf(context), loop })
  source.connect(context.destination)
  source.start()
  return source
}

/** Seconds between the beginnings of two rings. */
const every = 4

/** A ring is two tones, played twice. Frequencies in hertz, times in seconds. */
const tones = [
  { frequency: 880, at: 0 },
  { frequency: 1320, at: 0.16 },
  { frequency: 880, at: 0.6 },
  { frequency: 1320, at: 0.76 },
] as const

function tonesOf({ sampleRate }: AudioContext): AudioBuffer {
  const buffer = new AudioBuffer({ length: every * sampleRate, sampleRate })
  const samples = buffer.getChannelData(0)
  for (const { frequency, at } of tones) {
    const from = Math.round(at * sampleRate)
    for (let index = 0; index < 0.5 * sampleRate; index++) {
      const time = index / sampleRate
      // Fades in and out, because a tone with hard edges clicks.
      const volume = 0.5 * Math.min(1, time / 0.02) * Math.exp(-12 * time)
      const triangle = (2 / Math.PI) * Math.asin(Math.sin(2 * Math.PI * frequency * time))
      samples[from + index] = (samples[from + index] ?? 0) + volume * triangle
    }
  }
  return buffer
}
