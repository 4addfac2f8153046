/**
 * Decodes a text file of a bank, Excel, LibreOffice or a phone: UTF-8 or UTF-16, with or without a byte order mark, or
 * Windows-1252.
 */
export function fileText(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  const wide = wideOf(bytes.subarray(0, 2000))
  if (wide !== undefined) return new TextDecoder(wide).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // Excel's plain 'CSV' format has this encoding.
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Returns the encoding of UTF-16 without a byte order mark, in which every other byte of Latin text is zero. */
function wideOf(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const zeros = (from: 0 | 1) => bytes.filter((byte, at) => at % 2 === from && byte === 0).length
  const [even, odd] = [zeros(0), zeros(1)]
  const most = bytes.length / 4
  if (odd > most && even < odd / 8) return 'utf-16le'
  return even > most && odd < even / 8 ? 'utf-16be' : undefined
}
