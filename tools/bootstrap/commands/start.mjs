import { enableCompileCache } from 'node:module'
import path from 'node:path'
import { buildFrontends } from '../../build/build-frontends.mjs'

// The cache of all processes of the stack. It has the sources without types, which saves each process about 20 MB.
enableCompileCache(path.resolve(import.meta.dirname, '../../../node_modules/.cache/node'))

await buildFrontends({ log: console.log })
await import('../../stack/src/main.ts')
