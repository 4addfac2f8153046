import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/**
 * React comes as CommonJS: every file of ours would ask for the whole of it, copy its exports, and call each as a property.
 * Here its production files are modules that export variables, as ours are: a request less on every page, some hundred bytes,
 * and a twentieth of what a phone computes for its first view.
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
    const needed = [...source.matchAll(/require\("([\w-]+)"\)/g)].map(([, name]) => name)
    const exported = [...new Set([...source.matchAll(/^exports\.(\w+) =/gm)].map(([, name]) => name))]
    return [
      ...needed.map((name, at) => `import * as needed${at} from '${name}'`),
      source
        .replace(/require\("([\w-]+)"\)/g, (_, name: string) => `needed${needed.indexOf(name)}`)
        .replace(/^exports\.(\w+) =/gm, 'var export_$1 =')
        .replace(/\bexports\.(\w+)/g, 'export_$1'),
      `export { ${exported.map((name) => `export_${name} as ${name}`).join(', ')} }`,
    ].join('\n')
  },
}
