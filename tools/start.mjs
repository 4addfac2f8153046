// `npm start`. Plain JavaScript, because it is the one file that may meet an old Node: it says so in a sentence.
const [major = 0] = process.versions.node.split('.').map(Number)
if (major < 24) {
  console.error(
    `\n  Buka runs on Node 24; this is ${process.versions.node}. On Linux and Windows \`npm ci\` brings it along;\n  elsewhere please install it.\n`,
  )
  process.exit(1)
}

const { buildWhatIsMissing } = await import('./build.ts')
await buildWhatIsMissing()
await import('../server/main.ts')
