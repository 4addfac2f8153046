import { registerHooks } from 'node:module'

// Node reads and parses the package.json of drizzle-orm, 178 kB, again for each of its files: a third of the processor time of
// a start. The files that it imports of itself are modules next to each other, which needs no package.json.
registerHooks({
  resolve: (specifier, context, next) =>
    /^\..*\.js$/.test(specifier) && context.parentURL?.includes('/node_modules/drizzle-orm/')
      ? { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true }
      : next(specifier, context),
})
