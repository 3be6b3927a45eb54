import { expect, it } from '@jest/globals'
import { createMetrics } from '@meadow/service'
import { eventually, testLog } from '@meadow/testing'
import { createPresenceTracker } from './presence-tracker.ts'

const MEMBERS = 500
const MAX_BATCH_SIZE = 64

/** Opens a shared state in memory that counts its calls. */
function openCountedState() {
  const values = new Map<string, string>()
  const calls = { get: 0, getMany: 0, compareAndSet: 0, compareAndSetMany: 0 }
  const setIf = ({ key, expected, value }: { key: string; expected: string | undefined; value: string }) => {
    if (values.get(key) !== expected) return false
    values.set(key, value)
    return true
  }
  const state = {
    async get(key: string) {
      calls.get += 1
      return values.get(key)
    },
    async getMany(keys: readonly string[]) {
      calls.getMany += 1
      return new Map(
        keys.flatMap((key) => [[key, values.get(key)] as const]).filter(([, value]) => value !== undefined),
      )
    },
    async compareAndSet(key: string, expected: string | undefined, value: string) {
      calls.compareAndSet += 1
      return setIf({ key, expected, value })
    },
    async compareAndSetMany(changes: readonly Parameters<typeof setIf>[0][]) {
      calls.compareAndSetMany += 1
      return new Set(changes.filter(setIf).map(({ key }) => key))
    },
  }
  return { state: state as never, calls }
}

it('writes members in batches, and renews the lease of all of them by two calls', async () => {
  const { state, calls } = openCountedState()
  const tracker = createPresenceTracker({
    address: 'here',
    state,
    publisher: { publishChange: () => {}, publishLost: async () => {} },
    onLeasesRead: () => {},
    presenceTimings: { graceMs: 60_000, renewalIntervalMs: 20 },
    log: testLog,
    now: () => new Date(),
  })
  await tracker.start()
  await Promise.all(Array.from({ length: MEMBERS }, (_none, index) => tracker.connectedMembers.addSocket(`${index}`)))
  const batches = Math.ceil(MEMBERS / MAX_BATCH_SIZE)
  expect([calls.getMany, calls.compareAndSetMany]).toEqual([batches, batches])
  await tracker.stop()
  const before = { ...calls }
  await tracker.start()
  await eventually(() => expect(calls.compareAndSet).toBeGreaterThanOrEqual(before.compareAndSet + 3))
  await tracker.stop()
  expect(calls.get).toBe(calls.compareAndSet)
  expect([calls.getMany, calls.compareAndSetMany]).toEqual([batches, batches])
})

it.each([
  ['loses every compare-and-set', 50, async () => false],
  ['may not write', 1, () => Promise.reject(new Error('The shared state does not let this role set presence:leases'))],
])('counts each renewal of an instance that %s, and attempts it %i times', async (_name, attempts, compareAndSet) => {
  const { state } = openCountedState()
  const metrics = createMetrics()
  let calls = 0
  const tracker = createPresenceTracker({
    address: 'here',
    state: Object.assign(state, {
      compareAndSet() {
        calls += 1
        return compareAndSet()
      },
    }),
    publisher: { publishChange: () => {}, publishLost: async () => {} },
    onLeasesRead: () => {},
    presenceTimings: { graceMs: 60_000, renewalIntervalMs: 60_000 },
    log: testLog,
    now: () => new Date(),
  })
  tracker.registerMetrics(metrics)
  await tracker.start()
  await tracker.connectedMembers.addSocket('alice') // waits for the first renewal
  await tracker.stop()
  expect(calls).toBe(attempts)
  const rendered = await metrics.render()
  expect(rendered).toContain('presence_write_failures_total{row="leases"} 1')
  expect(rendered).toContain('presence_write_failures_total{row="member"} 1')
})
