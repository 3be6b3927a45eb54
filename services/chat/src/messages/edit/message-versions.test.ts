import { describe, expect, it } from '@jest/globals'
import { MAX_STORED_EDITS } from './edit-message.ts'
import { toMessageVersions } from './message-versions.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 12, minute))
const message = { content: 'Third', facets: [], createdAt: at(0), editedAt: at(2), deletedAt: null }

describe('the texts of a message', () => {
  it('are each given with the time at which they were written, the current one first', () => {
    const earlier = [
      { content: 'Second', editedAt: at(2) },
      { content: 'First', editedAt: at(1) },
    ]
    expect(toMessageVersions({ message, earlier })).toEqual({
      versions: [
        { content: 'Third', writtenAt: at(2).toISOString() },
        { content: 'Second', writtenAt: at(1).toISOString() },
        { content: 'First', writtenAt: at(0).toISOString() },
      ],
      hasMore: false,
    })
  })

  it('are one of a message that was never edited', () => {
    const { versions } = toMessageVersions({ message: { ...message, editedAt: null }, earlier: [] })
    expect(versions).toEqual([{ content: 'Third', writtenAt: at(0).toISOString() }])
  })

  it('leave out the one whose time is gone', () => {
    const earlier = Array.from({ length: MAX_STORED_EDITS }, (_, index) => ({
      content: `Text ${index}`,
      editedAt: at(MAX_STORED_EDITS - index),
    }))
    const { versions, hasMore } = toMessageVersions({ message, earlier })
    expect(hasMore).toBe(true)
    expect(versions).toHaveLength(MAX_STORED_EDITS)
    expect(versions.at(-1)).toEqual({
      content: `Text ${MAX_STORED_EDITS - 2}`,
      writtenAt: at(1).toISOString(),
    })
  })

  it('are gone with the message', () => {
    const refused = expect.objectContaining({ code: 'message_not_found' })
    expect(() => toMessageVersions(undefined)).toThrow(refused)
    expect(() => toMessageVersions({ message: { ...message, deletedAt: at(3) }, earlier: [] })).toThrow(refused)
  })
})
