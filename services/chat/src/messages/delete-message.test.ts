import { describe, expect, it } from '@jest/globals'
import { alice, bob } from '@meadow/testing'
import { mayDelete } from './delete-message.ts'

const deletedAt = new Date()

describe('mayDelete', () => {
  it('lets the sender, once', () => {
    expect(mayDelete({ sender: alice, deletedAt: null }, alice)).toBe(true)
    expect(mayDelete({ sender: alice, deletedAt }, alice)).toBe(false)
  })

  it('refuses the other, for whom nothing is there once it is deleted', () => {
    const refused = (code: string) => expect.objectContaining({ code })
    expect(() => mayDelete({ sender: alice, deletedAt: null }, bob)).toThrow(refused('not_your_message'))
    expect(() => mayDelete({ sender: alice, deletedAt }, bob)).toThrow(refused('message_not_found'))
  })
})
