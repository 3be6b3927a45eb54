import { describe, expect, it } from '@jest/globals'
import { readPushPayload } from './read-push-payload.ts'
import { ANN_ID, aPush, NOW, ORIGIN } from './testing/push-fixtures.ts'

const read = (changes: object) => readPushPayload({ ...aPush(), ...changes }, ORIGIN)
const close = { version: 1, type: 'close', memberId: ANN_ID, at: NOW.toISOString(), tags: ['message 1'] }

describe('the data of a push', () => {
  it('is read field by field', () => {
    expect(read({ later: 'field' })).toEqual(aPush())
    expect(readPushPayload(close, ORIGIN)).toEqual(close)
  })

  it.each<[string, object]>([
    ['a newer version', { version: 2 }],
    ['a type that only newer services know', { type: 'poll' }],
    ['another origin to open', { path: 'https://evil.example/' }],
    ['a script to open', { path: 'javascript:alert(1)' }],
    ['a picture of another origin', { icon: 'https://evil.example/pixel.png' }],
    ['no member', { memberId: undefined }],
    ['no tag', { tag: '' }],
    ['a time that is none', { at: 'soon' }],
    ['a title that is no text', { title: { html: '<b>' } }],
    ['actions that are no list', { actions: 'reply' }],
    ['nothing to close', { ...close, tags: [] }],
    ['tags to close that are no texts', { ...close, tags: [1] }],
  ])('with %s is not known', (_, changes) => {
    expect(read(changes)).toBeUndefined()
  })

  it.each([undefined, null, 'hello', 1, [], {}, { version: 1 }])('%j is not known', (data) => {
    expect(readPushPayload(data, ORIGIN)).toBeUndefined()
  })

  it('has no actions that this worker does not know', () => {
    expect(read({ actions: ['reply', 'archive'] })).toEqual(aPush({ actions: ['reply'] }))
  })

  it('hides the text in doubt', () => {
    expect(read({ hideText: undefined })).toMatchObject({ hideText: true })
  })

  it('has texts of limited length', () => {
    expect(read({ body: 'a'.repeat(4_000) })).toMatchObject({ body: 'a'.repeat(500) })
  })
})
