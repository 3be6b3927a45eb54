import { describe, expect, it } from '@jest/globals'
import { isRepeat, resolveThread } from './send-rules.ts'

const refused = (code: string) => expect.objectContaining({ code })

describe('isRepeat', () => {
  it('recognises the same request by its fingerprint', () => {
    expect(isRepeat({ fingerprint: 'same' }, { fingerprint: 'same' })).toBe(true)
    expect(isRepeat({ fingerprint: 'same' }, undefined)).toBe(false)
  })

  it('refuses another request with the same client message id', () => {
    expect(() => isRepeat({ fingerprint: 'other' }, { fingerprint: 'same' })).toThrow(refused('key_reused'))
  })
})

describe('resolveThread', () => {
  const root = { _id: 'root', threadId: null }
  const reply = { _id: 'answer', threadId: 'root' }

  it('returns the named thread, or the thread of the named message', () => {
    expect(resolveThread({ replyTo: undefined, threadId: 'root' }, [root])).toBe('root')
    expect(resolveThread({ replyTo: undefined, threadId: 'answer' }, [reply])).toBe('root')
  })

  it('keeps a reply to a message of a thread in that thread', () => {
    expect(resolveThread({ replyTo: 'answer', threadId: undefined }, [reply])).toBe('root')
    expect(resolveThread({ replyTo: 'root', threadId: undefined }, [root])).toBeUndefined()
    expect(resolveThread({ replyTo: undefined, threadId: undefined }, [])).toBeUndefined()
  })

  it('refuses a message that is not in the conversation', () => {
    expect(() => resolveThread({ replyTo: 'root', threadId: 'gone' }, [root])).toThrow(refused('message_not_found'))
  })
})
