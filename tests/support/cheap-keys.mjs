import { Encrypter } from 'age-encryption'

// Makes the keys of backups of the program that loads it cheap: see `cheapKeys`.

const { setPassphrase } = Encrypter.prototype
Encrypter.prototype.setPassphrase = function (passphrase) {
  setPassphrase.call(this, passphrase)
  this.setScryptWorkFactor(1)
}
