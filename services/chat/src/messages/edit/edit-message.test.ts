import { describe, expect, it } from '@jest/globals'
import { claimsToActor } from '@meadow/members'
import { alice, bob, type TestMember } from '@meadow/testing'
import { resolveEditTime } from './edit-message.ts'

const noon = new Date('2026-03-01T12:00:00.000Z')
const later = new Date('2026-03-01T12:05:00.000Z')
const toActor = ({ _id, username }: TestMember) =>
  claimsToActor({ sub: _id, username, name: '', picture: '' } as Parameters<typeof claimsToActor>[0])

const message = {
  sender: alice,
  content: 'Hello',
  messageType: 'text' as const,
  createdAt: noon,
  editedAt: null,
  deletedAt: null,
}
type Changes = Partial<typeof message | { deletedAt: Date; editedAt: Date; messageType: 'image' }>
const edit = (changes: Changes, by = alice, isOpen = true) =>
  resolveEditTime({ ...message, ...changes }, { content: 'Hallo', by: toActor(by), at: later }, isOpen)

describe('resolveEditTime', () => {
  it('returns the time of the edit, or nothing if the text is the same', () => {
    expect(edit({})).toEqual(later)
    expect(edit({ content: 'Hallo' })).toBeUndefined()
  })

  it('is later than every earlier edit, so that the order of the stored texts is known', () => {
    expect(edit({ editedAt: later })?.getTime()).toBe(later.getTime() + 1)
  })

  it('refuses deleted messages, messages of others, pictures and blocked members, in this order', () => {
    const refused = (code: string) => expect.objectContaining({ code })
    expect(() => edit({ deletedAt: noon }, bob)).toThrow(refused('message_not_found'))
    expect(() => edit({ messageType: 'image' }, bob)).toThrow(refused('not_your_message'))
    expect(() => edit({ messageType: 'image' }, alice, false)).toThrow(refused('message_not_editable'))
    expect(() => edit({ content: 'Hallo' }, alice, false)).toThrow(refused('not_mutual'))
  })
})
