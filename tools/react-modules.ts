import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/**
 * The exceptions that React makes when it is loaded, to throw them to itself. As real errors, with a stack that nobody reads, they
 * make V8 read the whole file again wherever an inspector is attached: 40 of the 55 ms, at a slow-down of 4, of what every
 * measurement then called the longest task of a page. A browser without an inspector never did that.
 */
const thrownToItself = /^(var \w+| {2}\w+) = Error\((formatProdErrorMessage\(\d+\))\)/gm

/**
 * React comes as CommonJS: every file of ours would ask for the whole of it, copy its exports, and call each as a property.
 * Here its production files are modules that import and export, as ours are, so what nobody uses is left out: a request and
 * two kilobytes less on every page, and a twentieth of what a phone computes for its first view.
 */
export const reactModules: Plugin = {
  name: 'react-modules',
  enforce: 'pre',
  apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  load(id) {
    const [, folder, library, part] =
      /^(.*\/node_modules\/(react|react-dom|scheduler)\/)(index|client|jsx-runtime)\.js$/.exec(id) ?? []
    if (!folder) return
    const file = `${folder}cjs/${library}${part === 'index' ? '' : `-${part}`}.production.js`
    const source = readFileSync(file, 'utf8')
    const exported = [...new Set([...source.matchAll(/^exports\.(\w+) =/gm)].map(([, name]) => name))]
    // Namespaces that are called by their name alone: of one in a variable every export stays.
    const needed = /^var (\w+ = require\("[\w-]+"\)(,\s*|;))+/m
    const [requires = ''] = needed.exec(source) ?? []
    return [
      ...[...requires.matchAll(/(\w+) = require\("([\w-]+)"\)/g)].map(
        ([, name, from]) => `import * as ${name} from '${from}'`,
      ),
      source
        .replace(needed, '')
        .replace(thrownToItself, '$1 = Object.assign(Object.create(Error.prototype), { message: $2 })')
        .replace(/^exports\.(\w+) =/gm, 'var export_$1 =')
        .replace(/\bexports\.(\w+)/g, 'export_$1'),
      `export { ${exported.map((name) => `export_${name} as ${name}`).join(', ')} }`,
    ].join('\n')
  },
}
