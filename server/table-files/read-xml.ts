import sax from 'sax'

type Handlers = {
  readonly open: (name: string, attributes: Readonly<Record<string, string>>) => void
  readonly close: (name: string) => void
  readonly text: (text: string) => void
  /** Returns true once reading can stop. */
  readonly isDone?: () => boolean
}

/**
 * Reads XML and HTML leniently, because banks' own programs write them. Names are passed on in lower case and without
 * namespace.
 */
export function readXml(xml: string, { open, close, text, isDone = () => false }: Handlers): void {
  const parser = sax.parser(false, { lowercase: true, position: false })
  const bare = (name: string) => name.slice(name.indexOf(':') + 1)
  parser.onerror = () => void parser.resume()
  parser.onopentag = ({ name, attributes }) => open(bare(name), attributes as Readonly<Record<string, string>>)
  parser.onclosetag = (name) => close(bare(name))
  parser.ontext = text
  parser.oncdata = text
  for (let at = 0; at < xml.length && !isDone(); at += 65_536) parser.write(xml.slice(at, at + 65_536))
  if (!isDone()) parser.close()
}
