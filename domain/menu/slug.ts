import { fold } from '../text/words.ts'

/**
 * Returns an id made from a name, in lower-case letters, figures and single dashes: 'jollof-fish' for 'Jollof & Fish'.
 * Returns `otherwise` if the name has no letters or figures.
 */
export function slug(name: string, otherwise: string): string {
  const plain = fold(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, 50)
    .replace(/-$/, '')
  // Every object has a property `constructor`, so a lookup of this id would always find a value.
  return plain === '' || plain === 'constructor' ? otherwise : plain
}

/** Returns the id, or if it is taken, the id with the first free number: 'suya-2'. */
export function firstFree(id: string, taken: ReadonlySet<string>): string {
  let free = id
  for (let number = 2; taken.has(free); number++) free = `${id}-${number}`
  return free
}
