import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from '@jest/globals'

const FRONTENDS = path.resolve(import.meta.dirname, '../../frontends')
const MAX_KIB = 150
const HEADER_BYTES = 390 // of the response to a script, as a browser counts them

const inDist = (frontend, file) => path.join(FRONTENDS, frontend, 'dist', file)
const isBuilt = ['shell', 'feed'].every((name) => existsSync(inDist(name, '.built')))

/** Lists the scripts that a first visit of the home page loads before its largest paint. */
function listFirstScripts() {
  const html = readFileSync(inDist('shell', 'index.html'), 'utf8')
  const shellScripts = [...html.matchAll(/<script[^>]* src="\/([^"]+)"/g)].map(([, file]) => inDist('shell', file))
  const { files } = JSON.parse(readFileSync(inDist('feed', 'release.json'), 'utf8'))
  const feedScript = files.find((file) => file.includes('/js/expose_remote.')).replace('/mf/feed/', '')
  return [...shellScripts, inDist('feed', 'remoteEntry.js'), inDist('feed', feedScript)]
}

// `npm test` builds the front ends first. Without a build there is nothing to measure.
const itIfBuilt = isBuilt ? it : it.skip

itIfBuilt(
  `the first visit of the home page loads at most ${MAX_KIB} KiB of scripts (docs/benchmarks.md, page-load)`,
  () => {
    const scripts = listFirstScripts().map((file) => ({
      file: path.relative(FRONTENDS, file),
      bytes: statSync(`${file}.br`).size + HEADER_BYTES,
    }))
    expect(scripts).toHaveLength(5)
    const kib = scripts.reduce((sum, { bytes }) => sum + bytes, 0) / 1024
    if (kib > MAX_KIB) console.table(scripts)
    expect(kib).toBeLessThanOrEqual(MAX_KIB)
  },
)
