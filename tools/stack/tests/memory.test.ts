import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it } from '@jest/globals'
import { listLoadedPackages } from '@meadow/testing/loaded-packages'
import { selectEnvironment } from '../src/environment.ts'
import { isCollectionDue } from '../src/memory/idle-collector.ts'
import { MALLOC_VARIABLES, MEMORY_OPTIONS } from '../src/memory/memory-settings.ts'

const MIB = 1024 * 1024
/** The clients of engines that only large installations have, the migrator, and the encoder, which runs in child processes. */
const OPTIONAL_PACKAGES = ['kafkajs', 'mongodb', 'ioredis', 'minio', 'node-pg-migrate', 'sharp']

/** The option of Node that makes all intervals a hundred times as short. */
const FAST_INTERVALS = [
  '--import',
  'data:text/javascript,const original = setInterval; globalThis.setInterval = (run, ms) => original(run, ms / 100)',
]

const isLoaded = (loaded: ReadonlySet<string>) => (name: string) => loaded.has(name)

describe('the memory of a process', () => {
  it.each(['auth', 'social', 'posts', 'notify', 'chat'])('of %s has no clients of other engines', async (service) => {
    const files = ['config', 'service', 'engines'].map((file) => `services/${service}/src/${file}.ts`)
    const loaded = await listLoadedPackages(...files)
    expect(loaded).toContain('pg')
    expect(OPTIONAL_PACKAGES.filter(isLoaded(loaded))).toEqual([])
  })

  it('of the supervisor has nothing that only services need', async () => {
    const loaded = await listLoadedPackages('tools/stack/src/stack.ts')
    expect(loaded).toContain('pg')
    expect([...OPTIONAL_PACKAGES, 'express', 'pino', 'prom-client', 'zod'].filter(isLoaded(loaded))).toEqual([])
  })

  it('of the front ends has no service', async () => {
    const loaded = await listLoadedPackages('packages/frontend-server/src/serve.ts')
    expect([...loaded]).toEqual(expect.arrayContaining(['sirv']))
    expect([...OPTIONAL_PACKAGES, 'express', 'pg', 'prom-client'].filter(isLoaded(loaded))).toEqual([])
  })

  it('has a heap of at most 512 MiB and a small young generation', () => {
    const script = `const limit = require('v8').getHeapStatistics().heap_size_limit; console.log(limit)`
    const limit = Number(execFileSync(process.execPath, [...MEMORY_OPTIONS, '--eval', script], { encoding: 'utf8' }))
    expect(limit / MIB).toBeGreaterThan(500)
    expect(limit / MIB).toBeLessThanOrEqual(512 + 3 * 8)
  })

  it('has one context of V8, because two slow down all code', () => {
    const script = `console.log(require('v8').getHeapStatistics().number_of_native_contexts)`
    expect(execFileSync(process.execPath, [...MEMORY_OPTIONS, '--eval', script], { encoding: 'utf8' })).toBe('1\n')
  })

  it('has no short-lived objects in the old generation, although objects of the same code have lived long before', () => {
    const script = `
      const oldBytes = () => require('v8').getHeapSpaceStatistics().find((space) => space.space_name === 'old_space').space_used_size
      const makeRow = (number) => ({ fields: [number, number + 1, { number }], number })
      const kept = []
      const makeRows = (count, keptCount) => {
        for (let at = 0; at < count; at++) kept[at % keptCount] = makeRow(at)
      }
      makeRows(1_000_000, 100_000)
      const before = oldBytes()
      makeRows(300_000, 10)
      console.log(oldBytes() - before)`
    const options = [...MEMORY_OPTIONS, '--initial-old-space-size=450'] // no full collection meanwhile
    const bytes = Number(execFileSync(process.execPath, [...options, '--eval', script], { encoding: 'utf8' }))
    expect(bytes / MIB).toBeLessThan(20) // the 300,000 rows take 41
  })

  it('is returned to the system when the process is idle', async () => {
    const script = `
      let garbage = []
      for (let at = 0; at < 300_000; at++) garbage.push({ at })
      garbage = undefined
      const heap = () => process.memoryUsage().heapTotal
      const before = heap()
      setInterval(() => heap() < before / 2 && process.exit(0), 10_000)`
    const child = spawn(process.execPath, [...FAST_INTERVALS, ...MEMORY_OPTIONS, '--eval', script], {
      stdio: 'inherit',
    })
    expect(await once(child, 'exit')).toEqual([0, null])
  }, 120_000)

  it.each([
    ['idle for a minute since the start', { idleChecks: 6, heapBytes: 40 * MIB }, 0, true],
    ['idle, and hardly grown since the last collection', { idleChecks: 60, heapBytes: 23 * MIB }, 20 * MIB, false],
    ['idle for a minute after a load', { idleChecks: 6, heapBytes: 40 * MIB }, 20 * MIB, true],
    ['a short pause of a load', { idleChecks: 5, heapBytes: 40 * MIB }, 20 * MIB, false],
  ])('is collected only when that frees much and slows nobody down: %s', (_, usage, lastHeapBytes, isDue) => {
    expect(isCollectionDue(usage, lastHeapBytes)).toBe(isDue)
  })

  it('is returned to the system by glibc, unless the environment says otherwise', () => {
    const own = { MALLOC_TOP_PAD_: '0' }
    const environment = selectEnvironment('gateway', { ...MALLOC_VARIABLES, ...own })
    expect(environment).toMatchObject({ MALLOC_TRIM_THRESHOLD_: '65536', ...own })
  })
})
