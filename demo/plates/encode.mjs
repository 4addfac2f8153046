// Encodes one picture: node encode.mjs in.png out.avif. The quality is high, because the server makes smaller widths
// from the result.
import sharp from 'sharp'

const [from, to] = process.argv.slice(2)
await sharp(from).avif({ quality: 62, effort: 4 }).toFile(to)
