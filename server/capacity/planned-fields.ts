type Times = {
  readonly slot: Date | null
  readonly due: Date | null
  readonly startAt: Date | null
  readonly stockDay: string | null
}

type Fields = { readonly slot?: string; readonly due?: string; readonly startAt?: string; readonly stockDay?: string }

/** Returns the fields of an order for later; none for an order without a slot. */
export function plannedFields({ slot, due, startAt, stockDay }: Times): Fields {
  if (!slot || !due || !startAt || stockDay === null) return {}
  return { slot: slot.toISOString(), due: due.toISOString(), startAt: startAt.toISOString(), stockDay }
}
