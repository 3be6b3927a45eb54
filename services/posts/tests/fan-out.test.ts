import { describe, expect, it } from '@jest/globals'
import { type KeysetWindow, newId } from '@meadow/service'
import type { PostgresPool } from '@meadow/storage'
import { createTestMember, shareAcrossTests, type TestMember } from '@meadow/testing'
import { createSeededRandom } from '@meadow/testing/random'
import { openPostgresTestStore } from '@meadow/testing/service'
import { createPostgresMemberDataEraser } from '../src/members/postgres-member-data-eraser.ts'
import { postsMigrations as migrations } from '../src/migrations.ts'
import { createPostgresPostsPorts } from '../src/store.ts'
import { createPostgresFanOut, rebuildTimeline } from '../src/timelines/postgres-fan-out.ts'
import { createPostgresTimeline, isTimelineExact } from '../src/timelines/postgres-timeline.ts'
import { toTestActor } from './fixtures.ts'
import { createNewPost, createNewShare, nextMoment } from './repository-fixtures.ts'

const FIRST_PAGE: KeysetWindow = { limit: 3, after: undefined, skip: 0 }
const LIMITS = { maxEntries: 8, maxFollowers: 3 }

const store = shareAcrossTests(() => openPostgresTestStore({ migrations, createPorts: createPostgresPostsPorts }))

/** Members with the timelines and fan-out of one process. Each test has members of its own. */
async function openMembers(count: number, limits = LIMITS) {
  const { pool, members, ports } = await store()
  await pool.query(
    `create or replace function end_fan_out() returns trigger language plpgsql as
     $$ begin raise exception 'the process ends'; end $$`,
  )
  const people = Array.from({ length: count }, () => createTestMember())
  for (const person of people) await members.upsertActor(toTestActor(person))
  let version = 0
  let timeline = createPostgresTimeline(pool, 1)
  const fanOut = createPostgresFanOut(pool, limits)
  const listHome = async (viewer: number, window = FIRST_PAGE) =>
    (await timeline.listHome(people[viewer], 'following', window)).map(({ _id }) => _id)
  return {
    pool,
    fanOut,
    usernameOf: (member: number) => people[member]?.username ?? '',
    idOf: (member: number) => people[member]?._id ?? '',
    listHome,
    async publish(author: number) {
      const post = createNewPost(people[author] as TestMember, nextMoment())
      await ports.posts.add(post)
      return post._id
    },
    async share(member: number, postId: string | undefined, content = '') {
      const share = createNewShare(postId ?? '', people[member] as TestMember, content)
      const isStored = await ports.shares.add(share).then(
        ({ shareId }) => shareId === share._id,
        () => false, // the post is deleted or hidden
      )
      return isStored ? [share._id] : []
    },
    async edit(postId: string | undefined) {
      const { rows } = await pool.query('select author_id, rev from posts where id = $1', [postId])
      const author = people.find(({ _id }) => _id === rows[0]?.author_id)
      if (!postId || !author) return
      const at = nextMoment()
      const text = { content: 'Another text', facets: [], rev: rows[0].rev }
      const edit = { postId, by: toTestActor(author), ...text, at, eventId: newId(at) }
      await ports.edits.edit(edit).catch(() => {}) // a hidden post, or a share without a comment
    },
    deletePost: (postId: string) => pool.query('delete from posts where id = $1', [postId]),
    follow: (from: number, to: number, active = true) =>
      members.setFollow({
        from: people[from]?._id ?? '',
        to: people[to]?._id ?? '',
        version: ++version,
        active,
        at: nextMoment(),
      }),
    block: (from: number, to: number, active: boolean) =>
      members.setBlock({
        from: people[from]?._id ?? '',
        to: people[to]?._id ?? '',
        version: ++version,
        active,
        at: nextMoment(),
      }),
    /** Runs a step of the fan-out whose process ends after its entries were written, and before the commit. */
    async crashDuring(step: () => Promise<boolean>) {
      await pool.query(
        'create trigger end_fan_out after insert on timeline_entries for each statement execute function end_fan_out()',
      )
      await step().catch((error: Error) => expect(error.message).toBe('the process ends'))
      await pool.query('drop trigger end_fan_out on timeline_entries')
    },
    mute: (from: number, to: number, active: boolean) =>
      pool.query(
        `insert into mutes (from_id, to_id, version, active, at) values ($1, $2, 1, $3, now())
         on conflict (from_id, to_id) do update set active = excluded.active`,
        [people[from]?._id, people[to]?._id, active],
      ),
    async finishAll() {
      while (await fanOut.copyNewPosts());
      while (await fanOut.buildTimeline());
      timeline = createPostgresTimeline(pool, 1) // does not remember which timelines were not ready
    },
    async expectExact(viewer: number) {
      let window = FIRST_PAGE
      for (let page = 0; page < 6; page += 1) {
        const ids = await listHome(viewer, window)
        expect(ids).toEqual(await listExpected(pool, people[viewer]?._id ?? '', window))
        const last = ids[window.limit - 1]
        if (last === undefined) return
        const { rows } = await pool.query('select created_at from posts where id = $1', [last])
        window = { ...window, after: { _id: last, createdAt: rows[0].created_at } }
      }
    },
  }
}

/** Lists the ids that a page must have, by a query without any shortcut. */
async function listExpected(pool: PostgresPool, viewer: string, window: KeysetWindow): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select p.id from posts p
     where (p.author_id = $1 or exists (select from follows where from_id = $1 and to_id = p.author_id and active))
       and p.hidden_at is null
       and not exists (select from mutes where from_id = $1 and to_id = p.author_id and active)
       and not exists (
         select from blocks where active and (from_id, to_id) in (($1::uuid, p.author_id), (p.author_id, $1::uuid))
       )
       and ($2::timestamptz is null or (p.created_at, p.id) < ($2, $3::uuid))
     order by p.created_at desc, p.id desc limit ${window.limit + 1}`,
    [viewer, window.after?.createdAt, window.after?._id],
  )
  return rows.map(({ id }) => id)
}

const countEntries = async (pool: PostgresPool, viewer: string) =>
  (await pool.query('select post_id from timeline_entries where member_id = $1', [viewer])).rows.length

describe('a timeline that is written in advance', () => {
  it('is written after the first visit, and gets each new post', async () => {
    const { pool, idOf, follow, publish, listHome, finishAll, expectExact } = await openMembers(2)
    await follow(0, 1)
    for (let count = 0; count < 5; count += 1) await publish(1)
    await finishAll()
    expect(await countEntries(pool, idOf(0))).toBe(0)
    await listHome(0)
    await finishAll()
    expect(await countEntries(pool, idOf(0))).toBe(5)
    await publish(1)
    await expectExact(0) // before it is copied
    await finishAll()
    expect(await countEntries(pool, idOf(0))).toBe(6)
    await expectExact(0)
  })

  it('is what the page shows', async () => {
    const { pool, idOf, follow, publish, listHome, finishAll } = await openMembers(2)
    await follow(0, 1)
    for (let count = 0; count < 5; count += 1) await publish(1)
    const [newest] = await listHome(0)
    await finishAll()
    await pool.query('delete from timeline_entries where member_id = $1 and post_id = $2', [idOf(0), newest])
    expect(await listHome(0)).not.toContain(newest)
    expect(await isTimelineExact(pool, idOf(0))).toBe(false)
  })

  it('is written again when the comparison with the exact query finds a gap', async () => {
    const { pool, idOf, follow, publish, listHome, finishAll, fanOut, expectExact } = await openMembers(2)
    await follow(0, 1)
    for (let count = 0; count < 5; count += 1) await publish(1)
    await listHome(0)
    await finishAll()
    await pool.query(`update timelines set is_ready = member_id = $1`, [idOf(0)])
    await pool.query(
      'delete from timeline_entries where (member_id, created_at) in (select member_id, max(created_at) from timeline_entries where member_id = $1 group by 1)',
      [idOf(0)],
    )
    expect(await fanOut.compareTimelines()).toEqual({ compared: 1, different: 1 })
    await finishAll()
    await expectExact(0)
    expect(await fanOut.compareTimelines()).toMatchObject({ different: 0 })
  })

  it('is written again when an operator asks for it', async () => {
    const { pool, idOf, usernameOf, follow, publish, listHome, finishAll, expectExact } = await openMembers(2)
    expect(await rebuildTimeline(pool, usernameOf(0))).toBe(false)
    await follow(0, 1)
    for (let count = 0; count < 5; count += 1) await publish(1)
    await listHome(0)
    await finishAll()
    await pool.query('delete from timeline_entries where member_id = $1', [idOf(0)])
    expect(await rebuildTimeline(pool, usernameOf(0))).toBe(true)
    await finishAll()
    expect(await countEntries(pool, idOf(0))).toBe(5)
    await expectExact(0)
  })

  it('is deleted when nobody has read it for a time, with its entries', async () => {
    const { pool, idOf, follow, publish, listHome, finishAll, fanOut, expectExact } = await openMembers(2)
    await follow(0, 1)
    for (let count = 0; count < 5; count += 1) await publish(1)
    await listHome(0)
    await finishAll()
    await pool.query(`update timelines set read_at = now() - interval '15 days' where member_id = $1`, [idOf(0)])
    expect(await fanOut.deleteUnread(new Date(Date.now() - 14 * 86_400_000))).toBe(false)
    expect(await countEntries(pool, idOf(0))).toBe(0)
    await expectExact(0)
  })

  it('goes with its member, also when it has more entries than a batch of the erasure', async () => {
    const { pool, idOf, follow, publish, listHome, finishAll } = await openMembers(2)
    await follow(0, 1)
    for (let count = 0; count < 5; count += 1) await publish(1)
    await listHome(0)
    await finishAll()
    const batch = { limit: 2, at: nextMoment(), newId }
    expect(
      await createPostgresMemberDataEraser(pool).eraseBatch({ memberId: idOf(0), keepsMessages: false }, batch),
    ).toEqual({})
    expect(await countEntries(pool, idOf(0))).toBe(0)
    expect((await pool.query('select from timelines where member_id = $1', [idOf(0)])).rows).toEqual([])
  })

  it('is cut to its length, and older pages are still found', async () => {
    const { pool, idOf, follow, publish, listHome, finishAll, fanOut, expectExact } = await openMembers(2)
    await follow(0, 1)
    for (let count = 0; count < 4; count += 1) await publish(1)
    await listHome(0)
    await finishAll()
    for (let count = 0; count < 8; count += 1) await publish(1)
    await finishAll()
    expect(await countEntries(pool, idOf(0))).toBe(12)
    for (let last = await fanOut.cutTimelines(undefined); last; last = await fanOut.cutTimelines(last));
    expect(await countEntries(pool, idOf(0))).toBe(LIMITS.maxEntries)
    await expectExact(0)
  })

  it('has no entries of an author with many followers, whose posts are merged when it is read', async () => {
    const { pool, idOf, follow, publish, listHome, finishAll, expectExact } = await openMembers(5)
    for (let member = 0; member < 4; member += 1) await follow(member, 4)
    for (let count = 0; count < 4; count += 1) await publish(0)
    await listHome(0)
    await finishAll()
    for (let count = 0; count < 5; count += 1) await publish(4)
    await finishAll()
    expect(await countEntries(pool, idOf(0))).toBe(4)
    await expectExact(0)
    for (let member = 1; member < 4; member += 1) await follow(member, 4, false) // few followers again
    await publish(4)
    await finishAll()
    await expectExact(0)
  })

  const seeds = process.env['TIMELINE_SEED'] ? [Number(process.env['TIMELINE_SEED'])] : [1, 2, 3, 4, 5, 6]
  it.each(seeds)('shows what the exact query finds, after any sequence of changes (seed %i)', async (seed) => {
    const random = createSeededRandom(seed)
    const PEOPLE = 7
    const model = await openMembers(PEOPLE)
    const published: string[] = []
    const anyPost = () => published[random.below(published.length || 1)]
    const two = () => {
      const from = random.below(PEOPLE)
      return [from, (from + 1 + random.below(PEOPLE - 1)) % PEOPLE] as const
    }
    const changes = [
      () => model.follow(...two()),
      () => model.follow(...two()),
      () => model.follow(...two(), false),
      () => model.mute(...two(), random.below(2) === 0),
      () => model.block(...two(), random.below(4) === 0),
      () => model.edit(anyPost()),
      () => model.crashDuring(model.fanOut.copyNewPosts),
      () => model.crashDuring(model.fanOut.buildTimeline),
      async () => published.push(await model.publish(random.below(PEOPLE))),
      async () => published.push(await model.publish(random.below(PEOPLE))),
      async () => published.push(...(await model.share(random.below(PEOPLE), anyPost() ?? model.idOf(0)))),
      async () => published.push(...(await model.share(random.below(PEOPLE), anyPost() ?? model.idOf(0), 'Look'))),
      () => model.deletePost(anyPost() ?? model.idOf(0)),
      () => model.pool.query('update posts set hidden_at = now() where id = $1', [anyPost()]),
      () => model.pool.query('update posts set hidden_at = null where id = $1', [anyPost()]),
      () => model.fanOut.copyNewPosts(),
      () => model.fanOut.buildTimeline(),
      () => model.fanOut.buildTimeline(),
      () => model.fanOut.cutTimelines(undefined),
      () => model.listHome(random.below(PEOPLE)),
    ]
    for (let step = 0; step < 150; step += 1) {
      await changes[random.below(changes.length)]?.()
      if (step % 5 === 0) await model.expectExact(random.below(PEOPLE))
    }
    await model.finishAll()
    for (let viewer = 0; viewer < PEOPLE; viewer += 1) await model.expectExact(viewer)
  })

  it('is complete when posts, follows and the fan-out of several processes meet', async () => {
    const { follow, publish, listHome, finishAll, expectExact } = await openMembers(6)
    for (let viewer = 0; viewer < 5; viewer += 1) await listHome(viewer)
    await Promise.all([
      ...Array.from({ length: 5 }, (_, viewer) => follow(viewer, 5)),
      ...Array.from({ length: 12 }, (_, n) => publish(n % 6)),
      ...Array.from({ length: 4 }, finishAll),
    ])
    await finishAll()
    for (let viewer = 0; viewer < 6; viewer += 1) await expectExact(viewer)
  })
})
