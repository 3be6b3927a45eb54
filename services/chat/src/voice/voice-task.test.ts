import { describe, expect, it } from '@jest/globals'
import type { Message, MessageVoice } from '../messages/message.ts'
import { type VoiceOutcome, voiceCompletionRule } from './voice-task.ts'

const recorded: MessageVoice = { random: 'ab12', format: 'webm', status: 'processing', durationMs: 2_500, peaks: [] }
const encoded = { random: 'cd34', format: 'm4a' as const, durationMs: 2_040, peaks: [100] }

function plan(outcome: VoiceOutcome, { voice = recorded, deletedAt = null as Date | null } = {}) {
  const by = { _id: 'ann', username: '', fullName: '', avatar: '', profileVersion: 0 }
  const completion = { messageId: 'one', by, at: new Date(), eventId: 'event', outcome }
  return voiceCompletionRule.plan({ voice, deletedAt } as Message, completion, false)
}

describe('the completion of a recording', () => {
  it('replaces the recorded file, also across a block', () => {
    expect(plan(encoded)).toEqual({
      voice: { ...encoded, status: 'ready' },
      added: ['c/cd/cd34.m4a'],
      removed: ['c/ab/ab12.webm'],
    })
  })

  it('keeps the recorded file where nothing encodes it, and removes that of one that failed', () => {
    expect(plan(undefined)).toEqual({ voice: { ...recorded, status: 'ready' }, added: [], removed: [] })
    expect(plan('failed')).toEqual({
      voice: { ...recorded, status: 'failed' },
      added: [],
      removed: ['c/ab/ab12.webm'],
    })
  })

  it('changes nothing of a message that was deleted, or is complete', () => {
    expect(plan(encoded, { deletedAt: new Date() })).toBeUndefined()
    for (const status of ['ready', 'failed'] as const)
      expect(plan(encoded, { voice: { ...recorded, status } })).toBeUndefined()
  })
})
