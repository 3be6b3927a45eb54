import { randomUUID } from 'node:crypto'
import type { DomainEvent, NotificationPreferencesChange, NotificationView } from '@meadow/contracts'
import { openBus } from '@meadow/events'
import { deliverEvents, readPostgresOutbox } from '@meadow/events/testing'
import { createPostgresMemberReadModel } from '@meadow/members'
import { alice, bob, carol, type TestMember, testLog, testTokens } from '@meadow/testing'
import { testDatabase } from '@meadow/testing/postgres'
import request, { type Test } from 'supertest'
import { handlers } from '../src/handlers.ts'
import { notifyMigrations } from '../src/migrations.ts'
import { createNotifyService } from '../src/service.ts'
import { postgresPorts } from '../src/store.ts'
import { createFacts } from './facts.ts'

export const unknownId = '0199a000-0000-7000-8000-00000000dead'

/** Somebody nobody has heard of. */
export function aStranger(): TestMember {
  const _id = randomUUID()
  return { _id, username: `stranger_${_id.slice(0, 8)}`, fullName: `Stranger ${_id.slice(0, 8)}`, avatar: '' }
}

/** The whole service in this process, not started: events wait in its outbox. Alice, Bob and Carol are known to it. */
export async function startNotify({ busUrl }: { busUrl?: string } = {}) {
  const database = await testDatabase(...notifyMigrations)
  const { pool } = database
  const bus = await openBus(busUrl ?? database.url, { log: testLog })
  const tokens = testTokens()
  const facts = createFacts()
  const ports = postgresPorts(pool)
  const state = { ping: async () => undefined }
  const { now } = facts
  const service = createNotifyService({ ...ports, bus, state, verifier: tokens.verifier, log: testLog, now })

  const as = (member: TestMember) => {
    const signed = (test: Test) => test.set('Authorization', `Bearer ${tokens.tokenFor(member)}`)
    const get = (path: string) => signed(request(service.app).get(path))
    const put = (path: string) => signed(request(service.app).put(path))
    return {
      get,
      put,
      list: async (query = '') => (await get(`/posts/notifications${query}`)).body,
      told: async (): Promise<NotificationView[]> => (await get('/posts/notifications?limit=50')).body.notifications,
      unread: async (): Promise<number> => (await get('/posts/notifications/unread-count')).body.count,
      read: ({ _id }: { _id: string }) => put(`/posts/notifications/${_id}/read`),
      readAll: (body?: object) => put('/posts/notifications/read-all').send(body),
      prefer: (preferences: NotificationPreferencesChange) =>
        put('/posts/notifications/preferences').send({ preferences }).expect(200),
    }
  }

  const hear = (...heard: DomainEvent[]) => deliverEvents(handlers, ports.store, heard)
  const given = {
    async member(member: TestMember = aStranger()): Promise<TestMember> {
      await hear(facts.registered(member))
      return member
    },
    async post(by: TestMember, content = 'A post') {
      const post = facts.post(by, content)
      await hear(post.created)
      return post
    },
  }
  for (const member of [alice, bob, carol]) await given.member(member)

  return {
    service,
    bus,
    pool,
    tokens,
    facts,
    as,
    hear,
    given,
    members: createPostgresMemberReadModel(pool),
    /** What waits to be told to a member, oldest first. */
    announced: async ({ _id }: TestMember) => (await readPostgresOutbox(pool)).filter(({ subject }) => subject === _id),
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]()
      await ports.outbox[Symbol.asyncDispose]()
      await bus[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
    },
  }
}
