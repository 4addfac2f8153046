import { type InputHTMLAttributes, useEffect, useRef, useState } from 'react'
import * as Pin from '#domain/restaurant/pin.ts'
import { TextButton } from '#web/ui/text-button.tsx'
import { type Around, Field } from './field.tsx'

type Props = Around &
  InputHTMLAttributes<HTMLInputElement> & { readonly value: string; readonly onText: (text: string) => void }

/**
 * A field for an address, in words or as a pin: the phone's position, a Plus Code, a map's link or coordinates
 * (PEOPLE-2).
 */
export function AddressField({ value, onText, hint, ...field }: Props) {
  const [trouble, setTrouble] = useState<string>()
  const [busy, setBusy] = useState(false)
  // The current text, for the handler of the phone's position: the text may change before the position arrives.
  const typed = useRef(value)
  useEffect(() => {
    typed.current = value
  }, [value])

  function locate() {
    setBusy(true)
    setTrouble(undefined)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setBusy(false)
        onText(Pin.withPosition(typed.current, coords))
      },
      () => {
        setBusy(false)
        setTrouble('Your phone does not tell its position. Please write the address, or paste the link of a map.')
      },
      { enableHighAccuracy: true, timeout: 15_000, maximumAge: 60_000 },
    )
  }

  const isPinAlone = value !== '' && Pin.besides(value) === ''
  const inWords = isPinAlone ? ' Please add street and gate in words.' : ''
  const ofPin = Pin.hasUnreadLink(value)
    ? `The rider’s map opens this link. We cannot read the place from it.${inWords}`
    : isPinAlone && `Pin set: the rider’s map opens this code.${inWords}`
  return (
    <div>
      <Field
        autoComplete="street-address"
        placeholder="Number, street, landmark"
        maxLength={300}
        {...field}
        value={value}
        hint={trouble ?? (ofPin || hint)}
        onChange={(event) => onText(event.target.value)}
        onBlur={() => {
          const tidy = Pin.withCode(value)
          if (tidy !== value) onText(tidy)
        }}
      />
      <TextButton onClick={locate} className="aria-busy:opacity-60" aria-busy={busy}>
        Use my position
      </TextButton>
    </div>
  )
}
