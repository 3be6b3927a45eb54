import { enableCompileCache } from 'node:module'
import path from 'node:path'
import { buildFrontends } from './build-frontends.mjs'

// Where its processes have theirs: with types already stripped, none of them loads what strips them, some 20 MB each.
enableCompileCache(path.resolve(import.meta.dirname, '../node_modules/.cache/node'))

await buildFrontends({ log: console.log })
await import('./stack/src/main.ts')
