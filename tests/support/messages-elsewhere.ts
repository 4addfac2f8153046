// NODE_OPTIONS=--import loads this file before the server, so that requests to WhatsApp and Termii go to the fakes.
const toProviders = globalThis.fetch
const fakes = {
  'https://graph.facebook.com': process.env.FAKE_WHATSAPP_URL,
  'https://api.ng.termii.com': process.env.FAKE_TERMII_URL,
}
globalThis.fetch = (input, init) => {
  const [real, fake] = Object.entries(fakes).find(([real]) => typeof input === 'string' && input.startsWith(real)) ?? []
  return toProviders(
    typeof input === 'string' && real ? input.replace(real, fake ?? 'http://127.0.0.1:1') : input,
    init,
  )
}
