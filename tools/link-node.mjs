// Runs after `npm ci` and `npm install`, to restore a link that npm removes. The npm of Node 20 and 22 links the Node
// package of this machine. It then removes the Node packages of other machines, and the link with them, because all
// their links have the same name. Plain JavaScript, because an old Node runs this file.
import { existsSync, linkSync, rmSync, symlinkSync } from 'node:fs'

const modules = new URL('../node_modules/', import.meta.url)
const isWindows = process.platform === 'win32'
const program = isWindows ? 'node.exe' : 'node'
const folder = `node-${isWindows ? 'win' : process.platform}-${process.arch}`
const brought = new URL(`${folder}/bin/${program}`, modules)
const bin = new URL('.bin/', modules)

// Other platforms, such as macOS, have no Node package; a newer npm keeps the link.
if (existsSync(brought) && existsSync(bin) && !existsSync(new URL('node', bin))) {
  const link = new URL(program, bin)
  // Remove a dangling link, which existsSync does not see.
  rmSync(link, { force: true })
  // Windows allows symbolic links only to administrators.
  if (isWindows) linkSync(brought, link)
  else symlinkSync(`../${folder}/bin/${program}`, link)
}
