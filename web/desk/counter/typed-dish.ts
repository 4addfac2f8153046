/** A dish as typed in the counter's search, such as '3 suya', '2x zobo', or only a number. */
type TypedDish = {
  readonly portions: number | undefined
  readonly words: string
}

/** Parses the text of the counter's search. A number directly before a letter belongs to the name, as in '7up'. */
export function typedDish(typed: string): TypedDish {
  const [, figures, rest = ''] = /^([1-9]\d?)(?:\s*[x×*](?=\s)|(?=\s)|$)\s*(.*)$/iu.exec(typed.trim()) ?? []
  return figures === undefined
    ? { portions: undefined, words: typed.trim() }
    : { portions: Number(figures), words: rest.trim() }
}
