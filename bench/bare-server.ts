// Shows the lowest possible cost of a cached answer: Node's HTTP server sends the bytes of FILE to every request.
// `node bench/bare-server.ts FILE` prints the port.
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const bytes = await readFile(process.argv[2] ?? '')
const server = createServer((_, answer) => answer.end(bytes))
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
