import { describe, expect, it } from '@jest/globals'
import { SESSION_ENDED_CHANNEL } from '@meadow/service'
import { eventually, testLog } from '@meadow/testing'
import { openEndedSessionRegistry } from '../src/sessions/ended-session-registry.ts'

const now = () => new Date('2026-03-01T12:00:00Z')
const SESSION = { _id: '0199a000-0000-7000-8000-000000000001', endedAt: now().toISOString() }

/** Creates a shared state that refuses to publish until `recover` is called. */
function createBrokenState() {
  const published: string[] = []
  let isAvailable = false
  return {
    published,
    recover: () => {
      isAvailable = true
    },
    async publish(channel: string, payload: string) {
      if (!isAvailable) throw new Error('unavailable')
      published.push(`${channel} ${JSON.parse(payload)._id}`)
    },
    subscribe: async () => ({ async [Symbol.asyncDispose]() {} }),
  }
}

describe('ending a session while the shared state is unavailable', () => {
  it('is published when the shared state is available again, and delays no caller', async () => {
    const state = createBrokenState()
    const sessions = { listEndedSince: async () => ({ sessions: [], cutoffs: [] }) }
    await using ended = await openEndedSessionRegistry({ sessions, state, log: testLog, now })
    await ended.publish(SESSION)
    expect(ended.has({ sub: '', sid: SESSION._id })).toBe(true)
    expect(state.published).toEqual([])
    state.recover()
    await eventually(() => expect(state.published).toEqual([`${SESSION_ENDED_CHANNEL} ${SESSION._id}`]))
  })
})
