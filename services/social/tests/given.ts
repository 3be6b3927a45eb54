import { type EventOf, events } from '@meadow/contracts'
import { createEvent, openBus } from '@meadow/events'
import { deliverEvents, readPostgresOutbox } from '@meadow/events/testing'
import { createPostgresMemberReadModel, toActor } from '@meadow/members'
import { newId } from '@meadow/service'
import { alice, bob, carol, type TestMember, testLog, testTokens } from '@meadow/testing'
import { testDatabase } from '@meadow/testing/postgres'
import request, { type Test } from 'supertest'
import { handlers } from '../src/handlers.ts'
import { socialMigrations } from '../src/migrations.ts'
import { createSocialService } from '../src/service.ts'
import { postgresPorts } from '../src/store.ts'

let people = 0

/** Somebody nobody has heard of. */
export function aStranger(): TestMember {
  people += 1
  return { _id: newId(new Date()), username: `stranger_${people}`, fullName: `Stranger ${people}`, avatar: '' }
}

/** The whole service in this process, not started: events wait in its outbox. Alice, Bob and Carol are registered. */
export async function startSocial() {
  const database = await testDatabase(...socialMigrations)
  const { pool } = database
  const bus = await openBus(database.url, { log: testLog })
  const tokens = testTokens()
  const now = aClock()
  const ports = postgresPorts(pool)
  const shared = new Map<string, string>()
  const state = {
    ping: async () => undefined,
    getMany: async (keys: readonly string[]) => new Map([...shared].filter(([key]) => keys.includes(key))),
  }
  const service = createSocialService({ ...ports, bus, state, verifier: tokens.verifier, log: testLog, now, newId })

  const as = (member: TestMember) => {
    const signed = (test: Test) => test.set('Authorization', `Bearer ${tokens.tokenFor(member)}`)
    return {
      get: (path: string) => signed(request(service.app).get(path)),
      post: (path: string) => signed(request(service.app).post(path)),
      put: (path: string) => signed(request(service.app).put(path)),
      edit: (edit: object) => signed(request(service.app).put('/auth/profile')).send(edit),
      follow: (whom: TestMember, state?: boolean) =>
        signed(request(service.app).post(`/users/${whom._id}/follow`)).send(state === undefined ? {} : { state }),
      profile: async (whom: TestMember) =>
        (await signed(request(service.app).get(`/auth/profile/${whom.username}`))).body.user,
      suggestions: async (limit = 50) =>
        (await signed(request(service.app).get(`/auth/suggestions?limit=${limit}`))).body.suggestions,
    }
  }

  const hear = (...heard: Parameters<typeof deliverEvents>[2]) => deliverEvents(handlers, ports.store, heard)
  const fact = (subject: string) => ({ source: 'test', subject, time: now(), id: newId(new Date()) })

  const facts = {
    registered: (member: TestMember, registeredAt = now()): EventOf<typeof events.memberRegistered> =>
      createEvent(events.memberRegistered, {
        ...fact(member._id),
        data: {
          username: member.username,
          fullName: member.fullName,
          accountVersion: 1,
          registeredAt: registeredAt.toISOString(),
        },
      }),
    account: (kind: 'memberDeactivated' | 'memberErased', member: TestMember, accountVersion = 2) =>
      createEvent(events[kind], { ...fact(member._id), data: { accountVersion } }),
    posted: (author: TestMember, postId: string) =>
      createEvent(events.postCreated, {
        ...fact(postId),
        data: {
          author: { ...author, profileVersion: 0 },
          excerpt: '',
          image: '',
          createdAt: now().toISOString(),
          rev: 1,
        },
      }),
    unposted: (author: TestMember, postId: string) =>
      createEvent(events.postDeleted, { ...fact(postId), data: { authorId: author._id, rev: 2 } }),
  }

  let blocks = 0
  const given = {
    async member(member: TestMember = aStranger()): Promise<TestMember> {
      await hear(facts.registered(member))
      return member
    },
    async follow(from: TestMember, ...whom: TestMember[]) {
      for (const to of whom) await as(from).follow(to, true).expect(200)
    },
    block(from: TestMember, to: TestMember, active = true) {
      blocks += 1
      return createPostgresMemberReadModel(pool).setBlock({
        from: from._id,
        to: to._id,
        version: blocks,
        active,
        at: now(),
      })
    },
  }
  for (const member of [alice, bob, carol]) await given.member(member)

  return {
    service,
    bus,
    pool,
    tokens,
    /** What the chat has written to the shared state. */
    shared,
    as,
    given,
    facts,
    hear,
    /** What waits to be told about a member, oldest first. */
    announced: async ({ _id }: TestMember) => (await readPostgresOutbox(pool)).filter(({ subject }) => subject === _id),
    actor: async ({ _id }: TestMember) => {
      const member = (await ports.members.find([_id])).get(_id)
      return member && toActor(member)
    },
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]()
      await ports.outbox[Symbol.asyncDispose]()
      await bus[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
    },
  }
}

/** A clock that goes on by a second with each look, so that what happens later is later. */
function aClock() {
  let time = Date.now()
  return () => {
    time += 1_000
    return new Date(time)
  }
}
