let context: AudioContext | undefined

/** Two short tones, the second higher. Browsers stay silent until somebody has pressed something on the page. */
export function chime(): void {
  context ??= new AudioContext()
  void context.resume()
  tone(context, 880, 0)
  tone(context, 1320, 0.16)
}

/** `frequency` in hertz; `after` in seconds from now. */
function tone(context: AudioContext, frequency: number, after: number): void {
  const start = context.currentTime + after
  const source = new OscillatorNode(context, { type: 'triangle', frequency })
  const volume = new GainNode(context, { gain: 0 })
  // Up and down in a moment: a tone that is cut clicks.
  volume.gain.setValueAtTime(0, start)
  volume.gain.linearRampToValueAtTime(0.5, start + 0.02)
  volume.gain.exponentialRampToValueAtTime(0.001, start + 0.35)
  source.connect(volume).connect(context.destination)
  source.start(start)
  source.stop(start + 0.4)
}
