import { describe, expect, it } from '@jest/globals'
import { assertRepeat, resolveThreadId } from './new-message.ts'

const refused = (code: string) => expect.objectContaining({ code })

describe('assertRepeat', () => {
  it('accepts the same request and refuses another one with the same client message id', () => {
    expect(() => assertRepeat({ fingerprint: 'same' }, { fingerprint: 'same' })).not.toThrow()
    expect(() => assertRepeat({ fingerprint: 'other' }, { fingerprint: 'same' })).toThrow(refused('key_reused'))
  })
})

describe('resolveThreadId', () => {
  const root = { _id: 'root', threadId: null }
  const reply = { _id: 'answer', threadId: 'root' }

  it('returns the named thread, or the thread of the named message', () => {
    expect(resolveThreadId({ replyTo: undefined, threadId: 'root' }, [root])).toBe('root')
    expect(resolveThreadId({ replyTo: undefined, threadId: 'answer' }, [reply])).toBe('root')
  })

  it('keeps a reply to a message of a thread in that thread', () => {
    expect(resolveThreadId({ replyTo: 'answer', threadId: undefined }, [reply])).toBe('root')
    expect(resolveThreadId({ replyTo: 'root', threadId: undefined }, [root])).toBeUndefined()
    expect(resolveThreadId({ replyTo: undefined, threadId: undefined }, [])).toBeUndefined()
  })

  it('refuses a message that is not in the conversation', () => {
    expect(() => resolveThreadId({ replyTo: 'root', threadId: 'gone' }, [root])).toThrow(refused('message_not_found'))
  })
})
