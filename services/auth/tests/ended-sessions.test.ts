import { describe, expect, it } from '@jest/globals'
import { SESSION_ENDED_CHANNEL } from '@meadow/service'
import { eventually, testLog } from '@meadow/testing'
import { openEndedSessions } from '../src/sessions/ended-sessions.ts'

const now = () => new Date('2026-03-01T12:00:00Z')
const SESSION = { _id: '0199a000-0000-7000-8000-000000000001', endedAt: now() }

/** A shared state through which nothing can be said until it is back. Others may hear it again before. */
function brokenState() {
  const rung: string[] = []
  let isBack = false
  return {
    rung,
    comeBack: () => {
      isBack = true
    },
    async publish(channel: string, payload: string) {
      if (!isBack) throw new Error('Nobody is there')
      rung.push(`${channel} ${JSON.parse(payload)._id}`)
    },
    subscribe: async () => ({ async [Symbol.asyncDispose]() {} }),
  }
}

describe('a session that ends while nobody can be told', () => {
  it('is told when the state is back, without delay for who ends it', async () => {
    const state = brokenState()
    const sessions = { endedSince: async () => [] }
    await using ended = await openEndedSessions({ sessions, state, log: testLog, now })
    await ended.ring(SESSION)
    expect(ended.has(SESSION._id)).toBe(true)
    expect(state.rung).toEqual([])
    state.comeBack()
    await eventually(() => expect(state.rung).toEqual([`${SESSION_ENDED_CHANNEL} ${SESSION._id}`]))
  })
})
