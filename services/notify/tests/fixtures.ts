import type { NotificationSettingsChange, NotificationView } from '@meadow/contracts'
import { newId } from '@meadow/service'
import { alice, bob, carol, createTestMember, type TestMember } from '@meadow/testing'
import { createTestClock, createTestEvents, openPostgresTestStore, openServiceHarness } from '@meadow/testing/service'
import { notifyEventHandlers } from '../src/event-handlers.ts'
import { notifyMigrations as migrations } from '../src/migrations.ts'
import { createNotifyService } from '../src/service.ts'
import { createPostgresNotifyPorts } from '../src/store.ts'

/** A clock of March 2026, and the events of other services by it. */
export function createTestTimeline() {
  const clock = createTestClock({ startsAt: new Date('2026-03-01T12:00:00Z'), stepMs: 1_000 })
  return { clock, testEvents: createTestEvents(clock.now) }
}

/** Opens the store of the service on a database of its own. */
export const openStore = () =>
  openPostgresTestStore({ migrations, createPorts: (pool) => createPostgresNotifyPorts(pool, { newId }) })

/** Opens the whole service in this process, not started. It knows Alice, Bob and Carol. */
export async function openNotify({ busUrl }: { busUrl?: string } = {}) {
  const { clock, testEvents } = createTestTimeline()
  const harness = await openServiceHarness({
    store: await openStore(),
    createService: createNotifyService,
    handlers: notifyEventHandlers,
    now: clock.now,
    urls: { bus: busUrl },
  })
  const { deliverEvents } = harness

  const as = (member: TestMember) => {
    const { get, put } = harness.as(member)
    return {
      get,
      put,
      list: async (query = '') => (await get(`/posts/notifications${query}`)).body,
      notifications: async (): Promise<NotificationView[]> =>
        (await get('/posts/notifications?limit=50')).body.notifications,
      unread: async (): Promise<number> => (await get('/posts/notifications/unread-count')).body.count,
      read: ({ _id }: { _id: string }) => put(`/posts/notifications/${_id}/read`),
      readAll: (body?: object) => put('/posts/notifications/read-all').send(body),
      changePreferences: (preferences: NotificationSettingsChange['preferences']) =>
        put('/posts/notifications/preferences').send({ preferences }).expect(200),
    }
  }

  async function addMember(member: TestMember = createTestMember()): Promise<TestMember> {
    await deliverEvents(testEvents.registered(member))
    return member
  }

  async function addPost(author: TestMember, content = 'A post') {
    const post = testEvents.post(author, content)
    await deliverEvents(post.created)
    return post
  }

  for (const member of [alice, bob, carol]) await addMember(member)
  return { ...harness, pool: harness.store.pool, clock, testEvents, as, addMember, addPost }
}
