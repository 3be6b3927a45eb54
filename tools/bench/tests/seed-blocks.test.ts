import { join } from 'node:path'
import { expect, it } from '@jest/globals'
import { openTestDatabase } from '@meadow/testing/postgres'
import { seedBlocks } from '../src/seed/seed-blocks.ts'
import { MEMBER_COUNT, parseSeedId } from '../src/seed/seed-ids.ts'

/** The tables of the read model of members, in which every service has blocks and mutes. */
const memberMigrations = { name: 'members', dir: join(import.meta.dirname, '../../../packages/members/migrations') }

const MEMBERS = [3, 4, 9_000]

it.each([0, 2_000])('lets each member block 200 others and mute 200 others, from the number %i on', async (first) => {
  await using database = await openTestDatabase(memberMigrations)
  const { pool } = database
  const product = {
    query: async (_database: string, text: string, values?: unknown[]) => (await pool.query(text, values)).rows,
  }
  for (const _again of [1, 2]) await seedBlocks(product, 'meadow_posts', MEMBERS, first) // a repeat adds nothing
  const read = async (table: string) => {
    const { rows } = await pool.query<{ from_id: string; to_id: string }>(
      `select from_id, to_id from ${table} where active and version = 1 and at < now()`,
    )
    return rows.map(({ from_id, to_id }) => ({ from: parseSeedId(from_id), to: parseSeedId(to_id) }))
  }
  const [blocks, mutes] = [await read('blocks'), await read('mutes')]
  for (const edges of [blocks, mutes])
    for (const member of MEMBERS) {
      const others = edges.filter(({ from }) => from === member).map(({ to }) => to)
      expect(others.length).toBeGreaterThanOrEqual(199) // the member is none of them
      expect(others).not.toContain(member)
      expect(Math.min(...others)).toBeGreaterThanOrEqual(first)
      expect(Math.max(...others)).toBeLessThan(MEMBER_COUNT)
      expect(Math.max(...others)).toBeGreaterThan(MEMBER_COUNT * 0.98)
    }
  const blocked = new Set(blocks.map(({ from, to }) => `${from} ${to}`))
  expect(mutes.filter(({ from, to }) => blocked.has(`${from} ${to}`))).toEqual([])
})
