/** Escapes a text for use between the tags of an HTML or XML document. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
