import { mostBytes } from '#domain/menu/menu-import.ts'

/** The text of a file, as Excel, LibreOffice and phones write one. Throws an Error with a sentence where it cannot be read. */
export async function fileText(file: File): Promise<string> {
  if (file.size > mostBytes) throw new Error(`This file is larger than ${mostBytes / 1_000_000} MB.`)
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) {
    throw new Error('This is a workbook. Save it as “CSV UTF-8”, and choose that file.')
  }
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // What Excel calls CSV without more words.
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
