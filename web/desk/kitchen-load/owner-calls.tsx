import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { KitchenLoad } from '#contract/kitchen-load.ts'
import type { User } from '#contract/session.ts'
import { isOneOf, policy } from '#domain/restaurant/policy.ts'
import * as Phone from '#domain/text/phone.ts'
import { pushQuery } from '#web/data/push-subscription.ts'
import { toastFinal } from '#web/desk/orders/order-actions.ts'
import { useSettingsChange } from '#web/staff/settings-change.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Select } from '#web/ui/forms/field.tsx'
import { Form, useFields } from '#web/ui/forms/form.tsx'
import { ThisDevice } from './owner-devices.tsx'

/**
 * Registers the owner's device after each sign-in for push alerts about unacknowledged orders, because a sign-out ends
 * the registration. A device without a push subscription is not registered.
 */
export function OwnerCalls({ user: { id, role } }: { user: User }) {
  const client = useQueryClient()
  useEffect(() => {
    if (isOneOf(role, policy.owners) && id) void client.prefetchQuery(pushQuery)
  }, [client, id, role])
  return null
}

const choices = [2, 3, 5, 10, 15, 20, 30]

export function OwnerCallSettings({ kitchenLoad }: { kitchenLoad: KitchenLoad }) {
  const change = useSettingsChange()
  const { form, errors, fields, field, busy, send } = useFields({
    escalateAfter: kitchenLoad.escalateAfter === null ? '' : String(kitchenLoad.escalateAfter),
    ownerPhone: Phone.format(kitchenLoad.ownerPhone),
  })

  function save() {
    const after = fields.escalateAfter
    const phone = fields.ownerPhone.trim()
    // While the owner has no number, the field shows the restaurant's number. An unchanged field must not save that
    // number as the owner's.
    const isOwn = phone !== Phone.format(kitchenLoad.ownerPhone)
    void send(isOwn && phone !== '' && !Phone.sole(phone) ? { ownerPhone: Phone.invalidPhone } : {}, async () => {
      await change({ escalateAfter: after === '' ? null : Number(after), ...(isOwn && { ownerPhone: phone || null }) })
      toastFinal(after === '' ? 'Owner calls off.' : `The owner is called after ${after} minutes.`)
    })
  }

  return (
    <section aria-labelledby="calls" className="grid gap-3">
      <h3 id="calls" className="text-xl">
        Call the owner
      </h3>
      <p className="text-soft">
        One call for each order that nobody has acknowledged. If no desk is open and online, the call comes within a
        minute.
      </p>
      <Form form={form} errors={errors} onSubmit={save}>
        <Select label="After" {...field('escalateAfter')}>
          <option value="">Never</option>
          {[...new Set([...choices, kitchenLoad.escalateAfter ?? 5])]
            .sort((a, b) => a - b)
            .map((minutes) => (
              <option key={minutes} value={minutes}>
                {minutes} minutes
              </option>
            ))}
        </Select>
        <Field
          label="WhatsApp of the owner"
          {...field('ownerPhone')}
          type="tel"
          autoComplete="off"
          hint="The desk links to this number. Empty: the restaurant's own chat."
        />
        <Button type="submit" variant="secondary" busy={busy}>
          Save
        </Button>
      </Form>
      <ThisDevice />
    </section>
  )
}
