// Run `node tools/wire-names.ts` after adding a field to the contract. It stores the names of all fields of requests
// and answers; tests/structure/wire-names.test.ts refuses a contract with a missing or unknown name.
import { writeFileSync } from 'node:fs'
import { thisRelease } from './last-release.ts'

export type WireNames = Readonly<
  Record<string, { readonly takes: readonly string[]; readonly answers: readonly string[] }>
>

export function wireNames(): WireNames {
  const { endpoints, shapes } = thisRelease()
  const namesOf = (place: number) => Object.keys(shapes[place] ?? {}).filter((name) => name !== '')
  return Object.fromEntries(
    Object.entries(endpoints).map(([name, { takes, answers }]) => [
      name,
      { takes: namesOf(takes), answers: namesOf(answers) },
    ]),
  )
}

if (import.meta.main) {
  const lines = Object.entries(wireNames()).map(
    ([name, names]) => `  ${JSON.stringify(name)}: ${JSON.stringify(names)}`,
  )
  writeFileSync(new URL('../tests/fixtures/wire-names.json', import.meta.url), `{\n${lines.join(',\n')}\n}\n`)
}
