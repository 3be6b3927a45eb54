import { describe, expect, it } from '@jest/globals'
import { textOf } from './notification.ts'

describe('the text of a notification', () => {
  it('goes on after the name of who did it last', () => {
    expect(textOf({ type: 'like', actorCount: 1, excerpt: '' })).toBe('liked your post')
    expect(textOf({ type: 'follow', actorCount: 1, excerpt: '' })).toBe('started following you')
    expect(textOf({ type: 'comment', actorCount: 1, excerpt: 'Lovely!' })).toBe('commented: “Lovely!”')
  })

  it('counts the others', () => {
    expect(textOf({ type: 'like', actorCount: 2, excerpt: '' })).toBe('and 1 other liked your post')
    expect(textOf({ type: 'like', actorCount: 5, excerpt: '' })).toBe('and 4 others liked your post')
    expect(textOf({ type: 'comment', actorCount: 3, excerpt: 'Yes' })).toBe('and 2 others commented: “Yes”')
  })
})
