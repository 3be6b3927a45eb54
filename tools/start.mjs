import { buildFrontends } from './build-frontends.mjs'

await buildFrontends({ log: console.log })
await import('../stack/src/main.ts')
