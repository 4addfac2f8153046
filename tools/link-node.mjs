// Runs after `npm ci` and `npm install`. The npm of Node 20 and 22 links the Node package of this machine, then
// removes the packages of other machines, and with them this link, because the links of all packages have the same
// name. Plain JavaScript, because an old Node runs this file.
import { existsSync, linkSync, rmSync, symlinkSync } from 'node:fs'

const modules = new URL('../node_modules/', import.meta.url)
const isWindows = process.platform === 'win32'
const program = isWindows ? 'node.exe' : 'node'
const folder = `node-${isWindows ? 'win' : process.platform}-${process.arch}`
const brought = new URL(`${folder}/bin/${program}`, modules)
const bin = new URL('.bin/', modules)

// Other platforms, such as macOS, have no Node package. A newer npm keeps the link.
if (existsSync(brought) && existsSync(bin) && !existsSync(new URL('node', bin))) {
  const link = new URL(program, bin)
  // existsSync does not see a dangling link.
  rmSync(link, { force: true })
  // Windows allows symbolic links only to administrators.
  if (isWindows) linkSync(brought, link)
  else symlinkSync(`../${folder}/bin/${program}`, link)
}
