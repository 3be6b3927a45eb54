import { describe, expect, it } from '@jest/globals'
import { toNotificationText } from './notification.ts'

describe('the text of a notification', () => {
  it('follows the name of the newest actor', () => {
    expect(toNotificationText({ type: 'like', actorCount: 1, excerpt: '' })).toBe('liked your post')
    expect(toNotificationText({ type: 'follow', actorCount: 1, excerpt: '' })).toBe('started following you')
    expect(toNotificationText({ type: 'comment', actorCount: 1, excerpt: 'Lovely!' })).toBe('commented: “Lovely!”')
  })

  it('counts the other actors', () => {
    expect(toNotificationText({ type: 'like', actorCount: 2, excerpt: '' })).toBe('and 1 other liked your post')
    expect(toNotificationText({ type: 'like', actorCount: 5, excerpt: '' })).toBe('and 4 others liked your post')
    expect(toNotificationText({ type: 'comment', actorCount: 3, excerpt: 'Yes' })).toBe('and 2 others commented: “Yes”')
  })

  it('exists for types that only a newer version knows', () => {
    expect(toNotificationText({ type: 'discussion', actorCount: 2, excerpt: '' })).toBe(
      'and 1 other interacted with you',
    )
    expect(toNotificationText({ type: 'constructor', actorCount: 1, excerpt: '' })).toBe('interacted with you')
  })
})
