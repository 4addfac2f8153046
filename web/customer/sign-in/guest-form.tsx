import * as Account from '#domain/restaurant/account.ts'
import { useNavigation } from '#web/app/navigation/navigation.tsx'
import { hideSignIn } from '#web/customer/sign-in/sign-in-panel.ts'
import { useSessionWrites } from '#web/data/api/session-writes.ts'
import { detailsStore } from '#web/data/storage/details-store.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Form, useFields } from '#web/ui/forms/form.tsx'
import { NeedsNetwork } from '#web/ui/needs-network.tsx'

/** Asks a customer without an account for name and phone, between the cart and payment. */
export function GuestForm() {
  const { beginGuest } = useSessionWrites()
  const { go } = useNavigation()
  const { form, errors, fields, busy, field, send } = useFields(() => {
    const { account, customerName, contactPhone } = detailsStore.get()
    return account === '' ? { name: customerName, phone: contactPhone } : { name: '', phone: '' }
  })

  function begin() {
    const name = Account.checkGuestName(fields.name)
    const phone = Account.checkGuestPhone(fields.phone)
    const wrong = {
      ...(!name.ok && { name: name.problem.detail }),
      ...(!phone.ok && { phone: phone.problem.detail }),
    }
    void send(wrong, async () => {
      await beginGuest(fields)
      // Closing the panel goes back from its history entry. Wait until that is done.
      const closed = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))
      hideSignIn()
      await closed
      go('/payment')
    })
  }

  return (
    <Form form={form} errors={errors} onSubmit={begin}>
      <p className="text-soft">No account needed. My Orders has a private link to follow your order elsewhere.</p>
      <Field
        {...field('name')}
        label="Your name"
        hint="Write it in your transfer, so that we find the money."
        autoComplete="name"
        maxLength={Account.username.most}
        required
      />
      <Field
        {...field('phone')}
        label="Phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        placeholder="0803 123 4567"
        maxLength={60}
        required
      />
      <NeedsNetwork>Paying needs the network. Your cart is safe until it is back.</NeedsNetwork>
      <Button type="submit" busy={busy} className="w-full">
        Continue to payment
      </Button>
    </Form>
  )
}
