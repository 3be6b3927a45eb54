import { expect, it } from '@jest/globals'
import { alice, bob } from '@meadow/testing'
import { openNotify } from './fixtures.ts'

it('GET /posts/notifications/data counts what notify holds about the member', async () => {
  await using notify = await openNotify()
  const { as, addMember, deliverEvents, testEvents } = notify
  const owner = await addMember()
  await deliverEvents(testEvents.followed(bob, owner), testEvents.followed(bob, alice))
  const { body } = await as(owner).get('/posts/notifications/data').expect(200)
  expect(body.kinds).toEqual([
    { kind: 'notifications', count: 1, since: expect.any(String) },
    { kind: 'pushSubscriptions', count: 0, since: null },
    { kind: 'notificationPreferences', count: 0, since: null },
  ])
})
