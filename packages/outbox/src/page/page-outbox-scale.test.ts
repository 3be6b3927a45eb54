import { afterEach, describe, expect, it } from '@jest/globals'
import { waitFor } from '@testing-library/react'
import type { OutboxStorage } from '../store/outbox-storage.ts'
import { createMemoryOutboxStorage } from '../store/outbox-storage.ts'
import { createFakeOutboxServer } from '../testing/fake-outbox-server.ts'
import { openTestOutbox, type TestOutbox } from '../testing/share-test-browser.ts'
import { createSwitchKind } from '../testing/test-kinds.ts'
import { registerOutboxKind } from './outbox-kind.ts'

const ENTRY_COUNT = 60

let outbox: TestOutbox | undefined
afterEach(() => outbox?.stop())

/** Wraps a storage in one that counts the entries which it reads, except single ones by their id. */
function countReads(inner: OutboxStorage) {
  const counted = {
    count: 0,
    storage: {
      isPersistent: true,
      transact: (work) =>
        inner.transact((transaction) =>
          work({
            ...transaction,
            async list(memberId) {
              const entries = await transaction.list(memberId)
              counted.count += entries.length
              return entries
            },
            findNextInLane(...position) {
              counted.count += 1
              return transaction.findNextInLane(...position)
            },
            findByReplaceKey(...key) {
              counted.count += 1
              return transaction.findByReplaceKey(...key)
            },
          }),
        ),
    } satisfies OutboxStorage as OutboxStorage,
  }
  return counted
}

function countCalls(kind: ReturnType<typeof createSwitchKind>) {
  const counted = {
    count: 0,
    kind: {
      ...kind,
      show(...shown: Parameters<NonNullable<typeof kind.show>>) {
        counted.count += 1
        kind.show?.(...shown)
      },
    },
  }
  return counted
}

describe('many waiting actions', () => {
  it.each([
    ['one lane', 'one'],
    ['lanes of their own', undefined],
  ])('in %s are shown and sent by work that grows with their number', async (_, lane) => {
    const base = createSwitchKind()
    const shows = countCalls({ ...base, plan: (data) => ({ ...base.plan(data, ''), ...(lane && { lane }) }) })
    registerOutboxKind(shows.kind)
    const reads = countReads(createMemoryOutboxStorage())
    const server = createFakeOutboxServer()
    const listed = new Set<unknown>()
    outbox = openTestOutbox({
      sendRequest: server.send,
      storage: reads.storage,
      onChange({ entries }) {
        for (const entry of entries) listed.add(entry)
      },
    })
    server.isOnline = false
    for (let index = 0; index < ENTRY_COUNT; index += 1)
      await outbox.add(shows.kind, { name: `lamp ${index}`, isOn: true }, crypto.randomUUID())
    expect(shows.count).toBeLessThanOrEqual(4 * ENTRY_COUNT)
    expect(reads.count).toBeLessThanOrEqual(10 * ENTRY_COUNT) // an addition reads by its replace key and its lane; retries read all
    shows.count = 0
    reads.count = 0
    listed.clear()
    server.isOnline = true
    dispatchEvent(new Event('online'))
    await waitFor(() => expect(server.received).toHaveLength(ENTRY_COUNT))
    await waitFor(async () => expect(await reads.storage.transact(({ list }) => list('ann'))).toEqual([]))
    expect(shows.count).toBeLessThanOrEqual(2 * ENTRY_COUNT)
    expect(reads.count).toBeLessThanOrEqual(10 * ENTRY_COUNT)
    expect(listed.size).toBeLessThanOrEqual(4 * ENTRY_COUNT) // objects that React compares
  })
})
