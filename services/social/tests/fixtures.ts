import { events } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import { toActor } from '@meadow/members'
import { createThrottle, newId } from '@meadow/service'
import { alice, bob, carol, createTestMember, type TestMember } from '@meadow/testing'
import { createTestClock, createTestEvents, openPostgresTestStore, openServiceHarness } from '@meadow/testing/service'
import { socialEventHandlers } from '../src/event-handlers.ts'
import { socialMigrations as migrations } from '../src/migrations.ts'
import { createSocialService } from '../src/service.ts'
import { createPostgresSocialPorts } from '../src/store.ts'

function createSocialTestEvents(now: () => Date) {
  const testEvents = createTestEvents(now)
  return {
    ...testEvents,
    postCreated: (author: TestMember, postId: string) =>
      createEvent(events.postCreated, {
        ...testEvents.envelope(events.postCreated, postId),
        data: {
          author: { ...author, profileVersion: 0 },
          excerpt: '',
          image: '',
          createdAt: now().toISOString(),
          rev: 1,
        },
      }),
    postDeleted: (author: TestMember, postId: string) =>
      createEvent(events.postDeleted, {
        ...testEvents.envelope(events.postDeleted, postId),
        data: { authorId: author._id, rev: 2 },
      }),
  }
}

/** Opens the whole service in this process, not started. Alice, Bob and Carol are registered. */
export async function openSocial({
  allowsGuests = false,
  newFollows,
}: {
  allowsGuests?: boolean
  newFollows?: number
} = {}) {
  const { now } = createTestClock({ stepMs: 1_000 })
  const testEvents = createSocialTestEvents(now)
  /** The rows that the chat service has written to the shared state. */
  const presenceRows = new Map<string, string>()
  const state = {
    ping: async () => undefined,
    getMany: async (keys: readonly string[]) => new Map([...presenceRows].filter(([key]) => keys.includes(key))),
  }
  const harness = await openServiceHarness({
    store: await openPostgresTestStore({
      migrations,
      createPorts: (pool) => createPostgresSocialPorts(pool, { now, newId }),
    }),
    createService: (deps) =>
      createSocialService({
        ...deps,
        ...(newFollows !== undefined && { throttle: createThrottle(deps), newMemberLimits: { follows: newFollows } }),
        state,
        allowsGuests,
      }),
    handlers: socialEventHandlers,
    now,
  })
  const { deliverEvents, store } = harness

  const as = (member: TestMember) => {
    const client = harness.as(member)
    return {
      ...client,
      edit: (edit: object) => client.put('/auth/profile').send(edit),
      follow: (to: TestMember, isFollowing?: boolean) =>
        client.post(`/users/${to._id}/follow`).send(isFollowing === undefined ? {} : { state: isFollowing }),
      dismiss: (to: { _id: string }, isDismissed = true) =>
        client.post(`/auth/suggestions/${to._id}/dismiss`).send({ state: isDismissed }),
      block: (to: TestMember, isBlocked = true) => client.post(`/users/${to._id}/block`).send({ state: isBlocked }),
      mute: (to: TestMember, mute: { state?: boolean; until?: string | null } = {}) =>
        client.post(`/users/${to._id}/mute`).send({ state: true, ...mute }),
      profile: async (of: TestMember) => (await client.get(`/auth/profile/${of.username}`)).body.user,
      suggestions: async (limit = 50) => (await client.get(`/auth/suggestions?limit=${limit}`)).body.suggestions,
    }
  }

  let blockVersion = 0
  const relations = {
    async addMember(member: TestMember = createTestMember()): Promise<TestMember> {
      await deliverEvents(testEvents.registered(member))
      return member
    },
    async follow(from: TestMember, ...members: TestMember[]) {
      for (const to of members) await as(from).follow(to, true).expect(200)
    },
    block(from: TestMember, to: TestMember, active = true) {
      blockVersion += 1
      return store.members.setBlock({ from: from._id, to: to._id, version: blockVersion, active, at: now() })
    },
  }
  for (const member of [alice, bob, carol]) await relations.addMember(member)

  return {
    ...harness,
    pool: store.pool,
    servicePool: store.servicePool,
    presenceRows,
    as,
    relations,
    testEvents,
    findActor: async ({ _id }: TestMember) => {
      const member = (await store.members.find([_id])).get(_id)
      return member && toActor(member)
    },
  }
}
