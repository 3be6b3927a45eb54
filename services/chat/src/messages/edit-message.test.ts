import { describe, expect, it } from '@jest/globals'
import { claimsToActor } from '@meadow/members'
import { alice, bob, type TestMember } from '@meadow/testing'
import { editMessage } from './edit-message.ts'

const noon = new Date('2026-03-01T12:00:00.000Z')
const later = new Date('2026-03-01T12:05:00.000Z')
const actor = ({ _id, username }: TestMember) =>
  claimsToActor({ sub: _id, username, name: '', picture: '' } as Parameters<typeof claimsToActor>[0])

const message = {
  ...{ sender: alice, content: 'Hello', messageType: 'text' as const },
  ...{ createdAt: noon, editedAt: null, deletedAt: null },
}
const edit = (
  changes: Partial<typeof message | { deletedAt: Date; editedAt: Date; messageType: 'image' }>,
  by = alice,
) => editMessage({ ...message, ...changes }, { content: 'Hallo', by: actor(by), at: later })

describe('editMessage', () => {
  it('says when it was edited, unless the text is the same', () => {
    expect(edit({})).toEqual(later)
    expect(edit({ content: 'Hallo' })).toBeUndefined()
  })

  it('is later than every edit before, so that each earlier text is kept', () => {
    expect(edit({ editedAt: later })?.getTime()).toBe(later.getTime() + 1)
  })

  it('refuses what is deleted, what another wrote and what is no text, in this order', () => {
    const refused = (code: string) => expect.objectContaining({ code })
    expect(() => edit({ deletedAt: noon }, bob)).toThrow(refused('message_not_found'))
    expect(() => edit({ messageType: 'image' }, bob)).toThrow(refused('not_your_message'))
    expect(() => edit({ messageType: 'image' })).toThrow(refused('not_a_text'))
  })
})
