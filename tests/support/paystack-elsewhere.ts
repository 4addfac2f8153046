// NODE_OPTIONS=--import loads this file before the server, so that requests to Paystack go to the fake.
const toPaystack = globalThis.fetch
globalThis.fetch = (input, init) =>
  toPaystack(
    typeof input === 'string' ? input.replace('https://api.paystack.co', process.env.FAKE_PAYSTACK_URL ?? '') : input,
    init,
  )
