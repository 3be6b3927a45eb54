import { describe, expect, it } from '@jest/globals'
import { findUnlistedPatches, isPatchSource } from '../src/unlisted-patches.ts'

const PLAIN = [
  'packages/events/src/bus.ts',
  "import { Kafka } from 'kafkajs'\nimport type { Sent } from '../lib/sent.ts'",
] as const

const findIn = (source: string, ledger = '') =>
  findUnlistedPatches(new Map([PLAIN, ['gateway/src/patch.ts', source]]), ledger)

describe('a source that reaches into a library', () => {
  it.each([
    "import Queue from 'kafkajs/src/network/requestQueue/index.js'",
    "import swc from '@swc/core/Visitor.js'",
    "const { Sender } = await import('ws/lib/sender.js')",
    "import { setFlagsFromString } from 'node:v8'",
    "process.binding('uv')",
    'Queue.prototype.check = function () {}',
    'class Watched extends pg.Client {}',
    'transport.writable = false',
    'setPriority(Number(thread), 10)',
  ])('must be in the ledger: %s', (source) => {
    expect(findIn(source)).toEqual(['gateway/src/patch.ts reaches into a library: describe it in docs/patches.md'])
    expect(findIn(source, 'See [`patch.ts`](../gateway/src/patch.ts).')).toEqual([])
  })

  it('is a problem of the ledger when it no longer does', () => {
    expect(findIn("import { Pool } from 'pg'", '[`patch.ts`](../gateway/src/patch.ts)')).toEqual([
      'docs/patches.md: gateway/src/patch.ts is no patch',
    ])
  })

  it('may be a test, or a tool for tests', () => {
    expect(
      ['.dependency-cruiser.mjs', 'tools/stack/src/memory/idle.ts', 'services/auth/src/a.ts'].filter(isPatchSource),
    ).toHaveLength(3)
    expect(
      ['packages/media/tests/memory.test.ts', 'tools/testing/src/a.ts', 'packages/events/src/bus/queue.d.ts'].filter(
        isPatchSource,
      ),
    ).toEqual([])
  })
})
