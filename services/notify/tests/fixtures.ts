import { randomBytes } from 'node:crypto'
import type { NotificationSettingsChange, NotificationView } from '@meadow/contracts'
import { newId } from '@meadow/service'
import { alice, bob, carol, createTestMember, type TestMember, testLog } from '@meadow/testing'
import {
  createTestClock,
  createTestEvents,
  openPostgresTestStore,
  openServiceHarness,
  type TestClock,
} from '@meadow/testing/service'
import request from 'supertest'
import type { PushOptions } from '../src/config.ts'
import { notifyEventHandlers } from '../src/event-handlers.ts'
import { notifyMigrations as migrations } from '../src/migrations.ts'
import { createVapidKeyEncryption } from '../src/push/keys/vapid-key-encryption.ts'
import { createVapidKeys } from '../src/push/keys/vapid-keys.ts'
import { createVapidAuthorization } from '../src/push/sending/create-push-request.ts'
import { createPushClient, type PushClient } from '../src/push/sending/push-client.ts'
import { createPushSender } from '../src/push/sending/push-sender.ts'
import { createNotifyService } from '../src/service.ts'
import { createPostgresNotifyPorts } from '../src/store.ts'

/** A clock of March 2026, and the events of other services by it. */
export function createTestTimeline(
  clock = createTestClock({ startsAt: new Date('2026-03-01T12:00:00Z'), stepMs: 1_000 }),
) {
  return { clock, testEvents: createTestEvents(clock.now) }
}

/** Opens the store of the service on a database of its own. */
export const openStore = () =>
  openPostgresTestStore({ migrations, createPorts: (pool) => createPostgresNotifyPorts(pool, { newId }) })

type OpenOptions = { busUrl?: string; pushClient?: PushClient; pushOptions?: Partial<PushOptions>; clock?: TestClock }

const defaultPushOptions: PushOptions = {
  subject: 'mailto:operator@example.org',
  keyDays: 180,
  keyEncryption: createVapidKeyEncryption([randomBytes(32)]),
}

/** Opens the whole service in this process, not started. It knows Alice, Bob and Carol. */
export async function openNotify({
  busUrl,
  pushClient = createPushClient({ hosts: [] }),
  ...options
}: OpenOptions = {}) {
  const { clock, testEvents } = createTestTimeline(options.clock)
  const pushOptions = { ...defaultPushOptions, ...options.pushOptions }
  const harness = await openServiceHarness({
    store: await openStore(),
    createService: (deps) => createNotifyService({ ...deps, pushClient, pushOptions }),
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
      see: (before: string | undefined) => put('/posts/notifications/seen').send({ before }),
      unseen: async (): Promise<number> => (await get('/posts/notifications/unread-count')).body.unseen,
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

  /** Signs a member in on a device: all calls have the same session. */
  function signIn(member: TestMember, sid = newId(clock.now())) {
    const send = (method: 'get' | 'post' | 'put' | 'delete', path: string) =>
      request(harness.service.app)
        [method](path)
        .set('Authorization', `Bearer ${harness.tokens.tokenFor(member, { sid })}`)
    return {
      sid,
      send,
      config: async () => (await send('get', '/push/config').expect(200)).body,
      subscribe: (body: object) => send('post', '/push/subscribe').send(body),
      unsubscribe: (body?: object) => send('delete', '/push/subscribe').send(body),
      test: () => send('post', '/push/test'),
    }
  }

  const { ports } = harness.store
  const { vapidKeyStore, pushQueue } = ports
  const vapidKeys = createVapidKeys({
    store: vapidKeyStore,
    encryption: pushOptions.keyEncryption,
    maxAgeMs: pushOptions.keyDays * 86_400_000,
  })
  /** Creates a sender of pushes like the one of the service, which only runs when the test drains it. */
  const createSender = (client: PushClient = pushClient) =>
    createPushSender({
      client,
      vapidKeys,
      queue: pushQueue,
      authorize: createVapidAuthorization(pushOptions.subject),
      log: testLog,
      now: clock.now,
    })

  for (const member of [alice, bob, carol]) await addMember(member)
  return { ...harness, pool: harness.store.pool, clock, testEvents, as, signIn, createSender, addMember, addPost }
}
