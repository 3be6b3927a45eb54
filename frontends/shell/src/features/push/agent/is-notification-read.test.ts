import { describe, expect, it } from '@jest/globals'
import { aPush, KOFI_ID, NOW } from '../../../service-worker/push/testing/push-fixtures.ts'
import { isNotificationRead } from './is-notification-read.ts'

const POST_PATH = '/post/01890000-0000-7000-8000-0000000000f1'
const message = aPush()
const comment = aPush({ type: 'comment', path: POST_PATH, id: '01890000-0000-7000-8000-0000000000e2' })

describe('the notification of a message', () => {
  it('is read with its conversation', () => {
    expect(isNotificationRead(message, { userId: KOFI_ID })).toBe(true)
    expect(isNotificationRead(message, { userId: message.memberId })).toBe(false)
    expect(isNotificationRead(message, { pathname: '/chat/kofi' })).toBe(true)
    expect(isNotificationRead(message, { pathname: '/inbox' })).toBe(false)
  })

  it('stays when alerts are read', () => {
    expect(isNotificationRead(message, { pathname: '/alert' })).toBe(false)
    expect(isNotificationRead(message, { ids: [message.id] })).toBe(false)
  })
})

describe('the notification of an alert', () => {
  it('is read by its id, or by its type up to a time', () => {
    expect(isNotificationRead(comment, { ids: [comment.id] })).toBe(true)
    expect(isNotificationRead(comment, { ids: [message.id] })).toBe(false)
    expect(isNotificationRead(comment, { types: ['comment'], before: NOW.toISOString() })).toBe(true)
    expect(isNotificationRead(comment, { types: ['like'], before: NOW.toISOString() })).toBe(false)
    expect(isNotificationRead(comment, { types: ['comment'], before: '2026-11-24T11:59:59.000Z' })).toBe(false)
  })

  it('is read on the alerts and on its post', () => {
    expect(isNotificationRead(comment, { pathname: '/alert' })).toBe(true)
    expect(isNotificationRead(comment, { pathname: POST_PATH })).toBe(true)
    expect(isNotificationRead(comment, { pathname: '/home' })).toBe(false)
  })

  it('stays when a conversation with its author is read', () => {
    expect(isNotificationRead(comment, { userId: KOFI_ID })).toBe(false)
  })
})

it('a test is never read', () => {
  expect(isNotificationRead(aPush({ type: 'test', path: '/alert' }), { pathname: '/alert' })).toBe(false)
})
