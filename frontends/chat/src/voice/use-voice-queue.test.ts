import { expect, it } from '@jest/globals'
import { toShownMessage } from '../data/messages/shown-message.ts'
import { aMessage, ann, kofi } from '../testing/fixtures.ts'
import { findVoiceAfter } from './use-voice-queue.ts'

type Fields = Parameters<typeof aMessage>[0]

const aVoice = (_id: string, isPlayed?: boolean, fields: Fields = {}) => {
  const voice = { status: 'ready' as const, url: `/${_id}.m4a`, durationMs: 1_000, peaks: [] }
  const message = aMessage({ _id, messageType: 'voice', content: '', voice: { ...voice, isPlayed }, ...fields })
  return toShownMessage(message, kofi._id)
}
const aText = () => toShownMessage(aMessage(), kofi._id)
const next = (...messages: ReturnType<typeof aText>[]) => findVoiceAfter(messages, 'one', ann._id)?.key

it('plays the next recording that was received and not played', () => {
  expect(next(aVoice('one', true), aVoice('two', false), aVoice('three', false))).toBe('two')
  expect(next(aVoice('one', true), aVoice('two', true), aVoice('three', false))).toBe('three')
  expect(next(aVoice('zero', false), aVoice('one', false))).toBeUndefined()
  expect(next(aVoice('one', true), aVoice('two'))).toBeUndefined() // of a service that stores no plays
})

it('passes over deleted messages, own recordings and those in preparation, but not over a text', () => {
  const deleted = toShownMessage(aMessage({ deletedAt: '2026-05-01T12:00:00.000Z', content: '' }), kofi._id)
  const own = aVoice('own', false, { sender: ann })
  const processing = aVoice('new', false, { voice: { status: 'processing', url: null, durationMs: 1, peaks: [] } })
  expect(next(aVoice('one', true), deleted, own, processing, aVoice('two', false))).toBe('two')
  expect(next(aVoice('one', true), aText(), aVoice('two', false))).toBeUndefined()
})
