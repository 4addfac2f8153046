import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Order } from '#contract/order/orders.ts'
import type { Rating } from '#contract/ratings.ts'
import { orderCode } from '#domain/order/quote.ts'
import { longestComment, words } from '#domain/order/rating.ts'
import { Star } from '#web/orders/stars.tsx'
import { useFormErrors } from '#web/ui/forms/form.tsx'
import { CheckRow } from '#web/ui/forms/option-row.tsx'
import { SheetForm } from '#web/ui/forms/sheet-form.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { NeedsNetwork } from '#web/ui/needs-network.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { useSend } from '#web/ui/use-send.ts'
import { giveRating } from './give-rating.ts'

type Props = { readonly order: Order; readonly before: Rating | undefined; readonly onClose: () => void }

export function RateSheet({ order, before, onClose }: Props) {
  const client = useQueryClient()
  const { form, errors, show, forgive, showFailure } = useFormErrors()
  const [stars, setStars] = useState(before?.stars ?? 0)
  const [comment, setComment] = useState(before?.comment ?? '')
  const [mayShow, setMayShow] = useState(before?.mayShow ?? false)
  const { busy, send } = useSend()

  function submit() {
    if (busy || show(stars === 0 ? { stars: 'Choose from 1 to 5 stars.' } : {})) return
    void send(rate, { done: 'Thank you! The owner reads it.', onFailure: showFailure })
  }

  async function rate() {
    await giveRating(client, order, { stars, comment: comment.trim(), mayShow })
    onClose()
  }

  return (
    <Sheet open onClose={onClose} title={`How was ${orderCode(order.orderId)}?`} bare>
      <SheetForm form={{ form, errors, busy }} onSubmit={submit} submit="Send">
        <p className="text-soft wrap-anywhere">{order.items.map(({ name }) => name).join(', ')}</p>
        <fieldset aria-describedby={errors.stars ? 'stars-wrong' : undefined}>
          <legend className="mb-1.5 font-semibold text-sm">Your stars</legend>
          <div className="flex flex-wrap items-center gap-x-3">
            <div className="-ml-2 flex flex-wrap text-promise">
              {words.map((word, index) => (
                <label
                  key={word}
                  className="relative grid size-12 place-items-center rounded-control has-focus-visible:outline-3 has-focus-visible:outline-ember"
                >
                  <input
                    type="radio"
                    name="stars"
                    value={index + 1}
                    checked={stars === index + 1}
                    onChange={() => {
                      setStars(index + 1)
                      forgive('stars')
                    }}
                    className="absolute inset-0 appearance-none outline-none"
                  />
                  <span className="sr-only">
                    {index === 0 ? '1 star' : `${index + 1} stars`}, {word}
                  </span>
                  <Star filled={index < stars} className="size-8" />
                </label>
              ))}
            </div>
            <span aria-hidden="true" className="font-semibold">
              {words[stars - 1]}
            </span>
          </div>
          {errors.stars && (
            <p id="stars-wrong" className="text-alarm text-sm">
              {errors.stars}
            </p>
          )}
        </fieldset>
        <TextArea
          label="A sentence, if you like"
          name="comment"
          value={comment}
          onText={(text) => {
            setComment(text)
            forgive('comment')
          }}
          error={errors.comment}
          hint="The owner reads both, with your name. You can change them for a day."
          autoComplete="off"
          maxLength={longestComment}
        />
        <CheckRow
          label="The restaurant may show this with my first name"
          hint="You can take that back at any time."
          checked={mayShow}
          onChange={({ target }) => setMayShow(target.checked)}
        />
        <NeedsNetwork>Rating needs the network.</NeedsNetwork>
      </SheetForm>
    </Sheet>
  )
}
