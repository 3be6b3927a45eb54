import { describe, expect, it } from '@jest/globals'
import { aMessage, ann } from '../../testing/fixtures.ts'
import { findNextExpiry, isMessageHidden, withoutExpired } from './hidden-message.ts'
import { toMessageWindow } from './message-window.ts'

const expiresAt = '2026-05-02T12:00:00.000Z'
const at = Date.parse(expiresAt)

describe('a message that disappears', () => {
  it('is shown until its time, and not from it on', () => {
    expect(isMessageHidden({ expiresAt }, at - 1)).toBe(false)
    expect(isMessageHidden({ expiresAt }, at)).toBe(true)
    expect(isMessageHidden({}, at)).toBe(false)
    expect(isMessageHidden({ isHidden: true }, 0)).toBe(true)
  })

  it('loses its content in the cache, with its quotes, and keeps its place', () => {
    const secret = aMessage({ content: 'Nests here', expiresAt })
    const { _id, content, messageType, sender } = secret
    const replyTo = { _id, content, messageType, pictureCount: 0, sender, deletedAt: null }
    const reply = aMessage({ content: 'Lovely', sender: ann, replyTo })
    const messageWindow = toMessageWindow('kofi', { messages: [secret, reply], hasMore: false, rev: 2 })
    expect(withoutExpired(messageWindow, at - 1)).toBe(messageWindow)
    const { messages } = withoutExpired(messageWindow, at)
    expect(messages).toMatchObject([
      { seq: secret.seq, rev: secret.rev, content: '', isHidden: true },
      { content: 'Lovely', replyTo: { content: '', deletedAt: expiresAt } },
    ])
    expect(JSON.stringify(messages)).not.toContain('Nests here')
  })

  it('decides when the cache is cleared next', () => {
    const later = '2026-05-03T12:00:00.000Z'
    expect(findNextExpiry([{ expiresAt: later }, {}, { expiresAt }])).toBe(at)
    expect(findNextExpiry([{ expiresAt, isHidden: true }, {}])).toBeUndefined()
  })
})
