import { describe, expect, it } from '@jest/globals'
import { toNotificationText, toSeenAt } from './notification.ts'

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

describe('the time up to which notifications were seen', () => {
  const [earlier, later, newest] = ['10:00', '11:00', '12:00'].map((time) => new Date(`2026-03-01T${time}:00Z`))

  it('moves forward only', () => {
    expect(toSeenAt(earlier as Date, { seenAt: undefined, newest })).toBe(earlier)
    expect(toSeenAt(later as Date, { seenAt: earlier, newest })).toBe(later)
    expect(toSeenAt(earlier as Date, { seenAt: later, newest })).toBe(later)
  })

  it('ends at the newest notification, so that later ones are not seen', () => {
    expect(toSeenAt(new Date('9999-12-31'), { seenAt: earlier, newest: later })).toBe(later)
    expect(toSeenAt(newest as Date, { seenAt: newest, newest: later })).toBe(newest)
  })

  it('does not change without notifications', () => {
    expect(toSeenAt(later as Date, { seenAt: undefined, newest: undefined })).toBeUndefined()
    expect(toSeenAt(later as Date, { seenAt: earlier, newest: undefined })).toBe(earlier)
  })
})
