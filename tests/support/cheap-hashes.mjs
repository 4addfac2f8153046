import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { Worker } from 'node:worker_threads'

// Makes the password hashes of the program that loads it cheap, on its hash thread too: see `cheapHashesOfPrograms`.

const least = { N: 2, r: 1, p: 1 }

const { scrypt } = crypto
crypto.scrypt = (password, salt, length, _cost, done) => scrypt(password, salt, length, least, done)
// Replaces named imports too, because the product imports scrypt by name.
syncBuiltinESMExports()

const { postMessage } = Worker.prototype
Worker.prototype.postMessage = function (message, ...more) {
  postMessage.call(this, message?.cost ? { ...message, cost: least } : message, ...more)
}
