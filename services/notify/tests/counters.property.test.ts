import { describe, expect, it, jest } from '@jest/globals'
import type { DomainEvent } from '@meadow/contracts'
import { visibleMemberSql } from '@meadow/members'
import { shareAcrossTests, type TestMember } from '@meadow/testing'
import { HOUR_MS } from '@meadow/testing/service'
import fc from 'fast-check'
import { openNotify } from './fixtures.ts'

jest.setTimeout(120_000) // many runs, perhaps on a busy machine

const started = shareAcrossTests(openNotify)

/** Reads the counters beside the counted sets. */
const COUNTED = `
  select c.type, c.total, c.unread,
    (select count(*)::int from shown where c.type in ('all', shown.type)) as shown,
    (select count(*)::int from shown where c.type in ('all', shown.type) and not is_read) as not_read,
    (select count(*)::int from shown where not is_read and (c.seen_at is null or shown.updated_at > c.seen_at)) as not_seen
  from counters c where c.member_id = $1`

const SHOWN = `
  with shown as (
    select n.type, n.is_read, n.updated_at from notifications n where n.member_id = $1 and exists (
      select 1 from notification_actors a where a.notification_id = n.id and ${visibleMemberSql('$1', 'a.actor_id')})
  )`

const WRONG_ACTORS = `
  select 1 from notifications n where member_id = $1 and actor_count <> (
    select count(*) from notification_actors a where a.notification_id = n.id and ${visibleMemberSql('$1', 'a.actor_id')})`

const memberIndex = fc.nat(2)
const post = fc.nat(1)
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constantFrom('liked', 'unliked', 'commented'), by: memberIndex, post }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('followed', 'unfollowed', 'blocked', 'unblocked'), by: memberIndex }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('deactivated', 'reactivated', 'erased'), by: memberIndex }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('deleted'), post }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('waits'), hours: fc.constantFrom(1, 25, 200) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('expires'), hours: fc.constantFrom(1, 25) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('reads'), index: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reads all') }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('sees'), index: fc.nat(3) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('again'), which: fc.nat(30) }) },
)
type Step = Partial<Record<'by' | 'post' | 'hours' | 'index' | 'which', number>> & { do: string }

/** Generates steps. A delayed step delivers its events after those of the next step, so that every order occurs. */
const stepSequences = fc.array(fc.record({ step: step as fc.Arbitrary<Step>, isDelayed: fc.boolean() }), {
  maxLength: 40,
})

describe('the counters', () => {
  it('equal the sets, for repeated and reordered events', async () => {
    const { addMember, addPost, testEvents, clock, deliverEvents, as, pool, store } = await started()
    await fc.assert(
      fc.asyncProperty(stepSequences, async (steps) => {
        const author = await addMember()
        const actors: TestMember[] = [await addMember(), await addMember(), await addMember()]
        const posts = [await addPost(author), await addPost(author)]
        const published: DomainEvent[] = []
        let delayed: DomainEvent[] = []

        function createStepEvent(one: Step): DomainEvent | undefined {
          const by = actors[one.by ?? 0] as TestMember
          const about = posts[one.post ?? 0] as (typeof posts)[number]
          if (one.do === 'liked' || one.do === 'unliked' || one.do === 'commented') return about[one.do](by)
          if (one.do === 'followed' || one.do === 'unfollowed') return testEvents[one.do](by, author)
          if (one.do === 'blocked' || one.do === 'unblocked') return testEvents[one.do](author, by)
          if (one.do === 'deactivated' || one.do === 'reactivated' || one.do === 'erased') return testEvents[one.do](by)
          if (one.do === 'deleted') return about.deleted()
          const earlier = one.which === undefined ? undefined : published[one.which % Math.max(published.length, 1)]
          return earlier && testEvents.repeat(earlier)
        }

        for (const { step: one, isDelayed } of steps) {
          if (one.do === 'waits') clock.advance((one.hours ?? 0) * HOUR_MS)
          else if (one.do === 'expires') {
            const at = clock.now()
            const before = new Date(at.getTime() - (one.hours ?? 0) * HOUR_MS)
            while (await store.ports.notifications.deleteExpired(before, at));
          } else if (one.do === 'reads all') await as(author).readAll()
          else if (one.do === 'sees') {
            const notification = (await as(author).notifications())[one.index ?? 0]
            if (notification) await as(author).see(notification.updatedAt)
          } else if (one.do === 'reads') {
            const notification = (await as(author).notifications())[one.index ?? 0]
            if (notification) await as(author).read(notification)
          } else {
            const event = createStepEvent(one)
            if (!event) continue
            published.push(event)
            delayed.unshift(event)
            if (isDelayed) continue
            await deliverEvents(...delayed)
            delayed = []
          }
        }
        await deliverEvents(...delayed)

        const { rows } = await pool.query(SHOWN + COUNTED, [author._id])
        for (const { type, total, unread, shown, not_read } of rows) {
          expect({ type, total, unread }).toEqual({ type, total: shown, unread: not_read })
        }
        expect((await pool.query(WRONG_ACTORS, [author._id])).rowCount).toBe(0)
        const body = await as(author).list('?limit=50')
        expect(body.notifications).toHaveLength(body.counts.all)
        expect(body.notifications.filter(({ isRead }: { isRead: boolean }) => !isRead)).toHaveLength(body.unread.all)
        expect(await as(author).unread()).toBe(body.unread.all)
        expect(body.unseen).toBe(rows.find(({ type }) => type === 'all')?.not_seen ?? 0)
        expect(await as(author).unseen()).toBe(body.unseen)
      }),
      { numRuns: 60 },
    )
  })

  it('converge to the newest change of each like, for every order of events', async () => {
    const { addMember, addPost, deliverEvents, as } = await started()
    const changes = fc.array(memberIndex, { minLength: 1, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(changes, fc.infiniteStream(fc.nat(100)), async (memberIndexes, random) => {
        const author = await addMember()
        const actors = [await addMember(), await addMember(), await addMember()]
        const about = await addPost(author)
        const likes = new Set<number>()
        const events = memberIndexes.map((n) => {
          const by = actors[n] as TestMember
          if (likes.delete(n)) return about.unliked(by)
          likes.add(n)
          return about.liked(by)
        })
        const shuffled = [...events, ...events].toSorted(() => (random.next().value ?? 0) - 50)
        for (const event of shuffled) await deliverEvents(event)
        const [notification] = await as(author).notifications()
        expect(new Set(notification?.actors.map(({ _id }) => _id) ?? [])).toEqual(
          new Set([...likes].map((n) => actors[n]?._id)),
        )
        expect(await as(author).unread()).toBe(likes.size > 0 ? 1 : 0)
      }),
      { numRuns: 30 },
    )
  })
})
