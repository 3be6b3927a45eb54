import { expect, it, jest } from '@jest/globals'
import type { OutboxEntry } from './outbox-entry.ts'
import { waitForOutboxOutcome } from './outbox-outcome.ts'
import type { ShownOutboxEntry } from './shown-outbox-entry.ts'

const anEntry = (overrides: Partial<ShownOutboxEntry> = {}): ShownOutboxEntry => ({
  id: 'e1',
  memberId: 'ann',
  kind: 'note',
  lane: 'notes',
  order: 1,
  createdAt: '2026-05-01T12:00:00.000Z',
  queuedAtMs: 0,
  requests: [],
  responses: [],
  dependsOn: [],
  files: [],
  data: {},
  description: null,
  attempts: 1,
  refusal: null,
  ...overrides,
})
const offline = { status: 0, code: 'offline', message: '' }
const limited = { status: 429, code: 'too_many_requests', message: 'Too many attempts.' }

/** Waits for entry `e1`. `show` changes the entries, `send` removes one with its response. */
function open() {
  let entries: readonly ShownOutboxEntry[] = []
  const listeners = new Set<() => void>()
  const sentListeners = new Set<(entry: OutboxEntry, response: unknown) => void>()
  const register =
    <T>(all: Set<T>) =>
    (listener: T) => {
      all.add(listener)
      return () => void all.delete(listener)
    }
  const source = {
    subscribe: register(listeners),
    getSnapshot: () => ({ entries }),
    onSent: register(sentListeners),
  }
  const show = (...next: ShownOutboxEntry[]) => {
    entries = next
    for (const listener of [...listeners]) listener()
  }
  const outcome = waitForOutboxOutcome(source, 'e1')
  return {
    outcome,
    show,
    send(entry: ShownOutboxEntry, response: unknown) {
      show(...entries.filter(({ id }) => id !== entry.id))
      for (const listener of [...sentListeners]) listener(entry, response)
    },
    countListeners: () => listeners.size + sentListeners.size,
  }
}

it('is the response when the entry is sent, after which nothing listens any more', async () => {
  const { outcome, show, send, countListeners } = open()
  show(anEntry())
  send(anEntry(), { _id: 'n1' })
  expect(await outcome).toEqual({ type: 'sent', response: { _id: 'n1' } })
  expect(countListeners()).toBe(0)
})

it('is the refused entry', async () => {
  const { outcome, show } = open()
  const refused = anEntry({ refusal: { ...limited, status: 403 } })
  show(anEntry())
  show(refused)
  expect(await outcome).toEqual({ type: 'refused', entry: refused })
})

it('is cancelled when the entry goes without a response', async () => {
  const { outcome, show } = open()
  show(anEntry())
  show()
  expect(await outcome).toEqual({ type: 'cancelled' })
})

it.each([
  ['its attempt has failed', [anEntry({ lastProblem: limited })]],
  ['an earlier one of its lane has failed', [anEntry({ id: 'e0', order: 0, lastProblem: limited }), anEntry()]],
  ['another one found no connection', [anEntry({ id: 'e0', lane: 'others', lastProblem: offline }), anEntry()]],
])('is waiting if %s', async (_, entries) => {
  const { outcome, show } = open()
  show(...entries)
  expect(await outcome).toEqual({ type: 'waiting' })
})

it('is waiting as soon as the browser is offline', async () => {
  const { outcome, show, send } = open()
  show(anEntry({ id: 'e0', lane: 'others', lastProblem: limited }), anEntry())
  const isOnline = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  dispatchEvent(new Event('offline'))
  isOnline.mockRestore()
  send(anEntry(), 'too late')
  expect(await outcome).toEqual({ type: 'waiting' })
})
