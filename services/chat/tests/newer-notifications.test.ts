import { expect, it } from '@jest/globals'
import { events, readEventData } from '@meadow/contracts'
import { alice, bob } from '@meadow/testing'
import { createNotificationEventHandlers } from '../src/realtime/events/live-events.ts'
import type { SocketPush } from '../src/realtime/push/push-bus.ts'
import { testEvents } from './chat-test-events.ts'

it('pushes a notification of a type that only newer services know, because a newer page may show it', async () => {
  const pushes: SocketPush[] = []
  const handlers = createNotificationEventHandlers({
    push: async (push) => void pushes.push(push),
    now: () => new Date(),
  })
  const created = testEvents.notificationCreated(bob, alice, 3)
  const notification = { ...created.data.notification, type: 'poll' }
  const { data } = readEventData(events.notificationCreated, { ...created.data, notification })
  const handler = handlers.find(({ definition }) => definition === events.notificationCreated)
  await handler?.handle([{ ...created, data }], undefined)
  expect(pushes).toEqual([
    { to: { member: bob._id }, name: 'notification', payload: notification },
    { to: { member: bob._id }, name: 'unread', payload: { notifications: 3 } },
  ])
})
