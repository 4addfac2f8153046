import { fold } from '../text/words.ts'

/** An id made of a name, in small letters, figures and single dashes: 'Jollof & Fish' is 'jollof-fish'. `otherwise` where nothing is left. */
export function slug(name: string, otherwise: string): string {
  const plain = fold(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, 50)
    .replace(/-$/, '')
  // Every object inherits a property of this name.
  return plain === '' || plain === 'constructor' ? otherwise : plain
}

/** Returns the id, or the id with the first free number: 'suya', 'suya-2'. */
export function firstFree(id: string, taken: ReadonlySet<string>): string {
  let free = id
  for (let number = 2; taken.has(free); number++) free = `${id}-${number}`
  return free
}
