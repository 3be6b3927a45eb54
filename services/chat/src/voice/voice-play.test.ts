import { expect, it } from '@jest/globals'
import type { Message, MessageVoice } from '../messages/message.ts'
import { voicePlayRule } from './voice-play.ts'

const ready: MessageVoice = { random: 'ab12', format: 'm4a', status: 'ready', durationMs: 2_500, peaks: [] }
const received: Partial<Message> = {
  voice: ready,
  deletedAt: null,
  sender: { _id: 'ann' } as Message['sender'],
  playedBy: ['dan'],
}

function plan(fields: object = {}, { by = 'ben', isOpen = true, isHidden = false } = {}) {
  const actor = { _id: by, username: '', fullName: '', avatar: '', profileVersion: 0 }
  const play = { messageId: 'one', by: actor, at: new Date(), eventId: 'event', isHidden }
  return voicePlayRule.plan({ ...received, ...fields } as Message, play, isOpen)
}

it('counts the first play of each member, noticed by the sender unless it is hidden', () => {
  expect(plan()).toEqual({ isHidden: false })
  expect(plan({ playedBy: undefined }, { isHidden: true })).toEqual({ isHidden: true })
  expect(plan({ playedBy: ['dan', 'ben'] })).toBeUndefined()
})

it('counts no play of the sender, across a block, or of what cannot be played', () => {
  expect(plan({}, { by: 'ann' })).toBeUndefined()
  expect(plan({}, { isOpen: false })).toBeUndefined()
  expect(plan({ deletedAt: new Date() })).toBeUndefined()
  expect(plan({ voice: undefined })).toBeUndefined()
  expect(plan({ voice: { ...ready, status: 'processing' } })).toBeUndefined()
})
