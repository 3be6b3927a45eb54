import { expect, it } from '@jest/globals'
import { reconcileInstallation } from '../src/reconcile/reconcile-installation.ts'
import { openTestInstallation, type TestInstallation } from './fixtures.ts'

const toId = (n: number) => `0199a000-0000-7000-8000-00000000000${n}`
const [ANN, GHOST, KOFI] = [toId(1), toId(2), toId(3)]
const [COUNTED, UNCOUNTED, LOST] = [toId(4), toId(5), toId(6)]
const [READ, UNREAD] = [toId(7), toId(8)]

const ADD_MEMBERS = `insert into members values
  ('${ANN}', 'ann', 'Ann', 'a.webp', false, 'active', now(), 3, 7), ('${GHOST}', 'ghost', 'Ghost', '', false, 'active', now(), 1, 0),
  ('${KOFI}', '', '', '', false, 'erased', now(), 4, 0)`
const EDGE_VERSIONS = ['follows', 'blocks', 'mutes', 'privacy_exceptions']
  .map((table) => `select version from ${table}`)
  .join(' union all ')
const ADD_EDGE = `values ('${ANN}', '${GHOST}', 9, true, now())`

/** Fills stores of three moments: posts has a post that others do not know, and others know one that posts does not have. */
async function fill({ databases: { auth, social, posts, notify } }: TestInstallation): Promise<void> {
  await auth.pool.query(
    `insert into accounts values ('${ANN}', 'ann', 'a@example.org', 'a@example.org', 'Ann', 'hash', true, 'member', 'free', 1, now())`,
  )
  await auth.pool.query(
    `insert into sessions (id, account_id, secret, token_hash, remember, created_at, expires_at)
     values ('${ANN}', '${ANN}', '', '', true, now(), now())`,
  )
  for (const { pool } of [social, posts, notify]) {
    await pool.query(ADD_MEMBERS)
    await pool.query(`insert into follows ${ADD_EDGE}; insert into blocks ${ADD_EDGE}; insert into mutes ${ADD_EDGE}`)
    await pool.query(
      `insert into privacy_exceptions values ('${ANN}', '${GHOST}', 9, true, now(), '{"showOnline": false}')`,
    )
  }
  for (const id of [COUNTED, UNCOUNTED])
    await posts.pool.query(
      `insert into posts (id, author_id, content, alt, created_at, rev, likes_count, comments_count) values ('${id}', '${ANN}', 'Hello', '', now(), 1, 0, 0)`,
    )
  await social.pool.query(
    `insert into counted_posts values ('${COUNTED}', '${ANN}', false), ('${LOST}', '${ANN}', false), ('${UNCOUNTED}', '${ANN}', true);
     insert into post_counts values ('${ANN}', 5), ('${GHOST}', 1)`,
  )
  await notify.pool.query(
    `insert into posts (id, author_id, excerpt, image, deleted) values ('${COUNTED}', '${ANN}', 'Hello', 'p.webp', false), ('${LOST}', '${ANN}', 'Gone', 'p.webp', false);
     insert into notifications values
       ('${READ}', '${ANN}', 'like', '${COUNTED}', true, now(), now(), 1), ('${UNREAD}', '${ANN}', 'like', '${LOST}', false, now(), now(), 1);
     insert into counters values ('${ANN}', 'all', 2, 1), ('${ANN}', 'like', 2, 1), ('${ANN}', 'follow', 1, 0)`,
  )
}

it('corrects posts, counters and copies of stores from different moments, and changes nothing when repeated', async () => {
  await using installation = await openTestInstallation({ isEmpty: false })
  await fill(installation)
  const { auth, social, posts, notify, bus } = installation.databases
  const read = async ({ pool }: typeof auth, text: string) => (await pool.query({ text, rowMode: 'array' })).rows
  const readAll = async () => ({
    sessions: await read(auth, 'select id from sessions'),
    counted: await read(social, 'select post_id, deleted from counted_posts order by 1'),
    postCounts: await read(social, 'select * from post_counts order by 1'),
    members: await read(social, 'select username, state, account_version, profile_version from members order by id'),
    edges: await read(social, EDGE_VERSIONS),
    copies: await read(posts, 'select username, state, account_version, profile_version from members order by id'),
    copiedEdges: await read(posts, EDGE_VERSIONS),
    known: await read(notify, 'select id, excerpt, image, deleted from posts order by id'),
    notifications: await read(notify, 'select id from notifications'),
    counters: await read(notify, 'select type, total, unread from counters order by type'),
    requests: (await read(bus, `select event ->> 'type' from log`)).flat(),
  })
  const expected = {
    sessions: [],
    counted: [
      [COUNTED, false],
      [UNCOUNTED, false],
      [LOST, true],
    ],
    postCounts: [
      [ANN, 2],
      [GHOST, 0],
    ],
    members: [
      ['ann', 'active', 0, 7],
      ['ghost', 'deactivated', 0, 0],
      ['', 'erased', 4, 0],
    ],
    edges: [[9], [9], [9], [9]],
    copies: [
      ['', 'active', 0, 0],
      ['', 'active', 0, 0],
      ['', 'erased', 4, 0],
    ],
    copiedEdges: [],
    known: [
      [COUNTED, 'Hello', 'p.webp', false],
      [UNCOUNTED, 'Hello', '', false],
      [LOST, '', '', true],
    ],
    notifications: [[READ]],
    counters: [
      ['all', 1, 0],
      ['follow', 0, 0],
      ['like', 1, 0],
    ],
    requests: ['members.snapshot-requested'],
  }

  const lines: string[] = []
  const reconcile = () =>
    reconcileInstallation(installation, {
      now: () => new Date('2026-03-01T12:00:00Z'),
      log: (line) => lines.push(line),
    })
  await reconcile()
  expect(await readAll()).toEqual(expected)
  lines.length = 0
  await reconcile()
  expect(await readAll()).toEqual({ ...expected, requests: Array(2).fill('members.snapshot-requested') })
  expect(lines.filter((line) => line.includes('corrected')).map((line) => line.split(': ')[1])).toEqual(['0', '0'])
})
