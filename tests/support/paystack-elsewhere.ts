// Loaded before the server (NODE_OPTIONS=--import): sends its requests for Paystack to the fake at FAKE_PAYSTACK_URL.
const toPaystack = globalThis.fetch
globalThis.fetch = (input, init) =>
  toPaystack(
    typeof input === 'string' ? input.replace('https://api.paystack.co', process.env.FAKE_PAYSTACK_URL ?? '') : input,
    init,
  )
