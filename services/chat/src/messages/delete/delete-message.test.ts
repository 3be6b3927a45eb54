import { describe, expect, it } from '@jest/globals'
import { alice, bob } from '@meadow/testing'
import { isDeletable } from './delete-message.ts'

const deletedAt = new Date()

describe('isDeletable', () => {
  it('allows the sender to delete a message once', () => {
    expect(isDeletable({ sender: alice, deletedAt: null }, alice)).toBe(true)
    expect(isDeletable({ sender: alice, deletedAt }, alice)).toBe(false)
  })

  it('refuses the other participant, for whom a deleted message does not exist', () => {
    const refused = (code: string) => expect.objectContaining({ code })
    expect(() => isDeletable({ sender: alice, deletedAt: null }, bob)).toThrow(refused('not_your_message'))
    expect(() => isDeletable({ sender: alice, deletedAt }, bob)).toThrow(refused('message_not_found'))
  })
})
