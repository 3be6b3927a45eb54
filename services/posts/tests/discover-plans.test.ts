import { expect, it } from '@jest/globals'
import { newId } from '@meadow/service'
import { alice, bob, describeOnEachEngine } from '@meadow/testing'
import { onSharedMongo, openTestMongo, recordQueryPlans } from '@meadow/testing/mongo'
import { checkWhileTablesGrow, explainGenericPlan } from '@meadow/testing/postgres-plans'
import { openPostgresTestStore } from '@meadow/testing/service'
import type { Pool } from 'pg'
import { postsCollections } from '../src/collections.ts'
import type { DiscoverRepository } from '../src/discover/discover-repository.ts'
import { createPostgresDiscoverRepository } from '../src/discover/postgres-discover-repository.ts'
import { postsMigrations as migrations } from '../src/migrations.ts'
import { createMongoPostsPorts, createPostgresPostsPorts } from '../src/store.ts'

/** The indexes by which statements must find rows of the large tables. */
const EXPECTED: Record<string, string[]> = {
  'discover-recent-posts': ['posts_by_time'],
  'discover-posts': ['posts_pkey'],
  'discover-likes-of-members': ['likes_by_member'],
  'discover-likes-of-posts': ['likes_newest'],
  'discover-posts-of-tags': ['post_tags_pkey'],
  'discover-snapshot': [],
  'discover-exclusions': [],
  'discover-members': [],
  'find-muted': [],
}
const CHECKED_INDEXES = /^(posts_|likes_|post_tags_)/
const FILLED_TABLES = ['posts', 'members', 'follows', 'likes', 'post_tags']

/** 400 members with 20 posts each, who follow twenty others and like a post of each of these. */
const FILL_TABLES = `
  with author as (
    insert into members (id, username, full_name, avatar, is_verified, state, created_at, account_version, profile_version)
    select gen_random_uuid(), 'author' || n, '', '', false, 'active', now(), 1, 1 from generate_series(1, 400) n
    returning id
  ),
  pair as (
    select one.id, other.id as other_id, (other.index - one.index + 400) % 400 as distance
    from (select id, row_number() over (order by id) as index from author) one,
      (select id, row_number() over (order by id) as index from author) other
  ),
  followed as (
    insert into follows (from_id, to_id, version, active, at)
    select id, other_id, 1, true, now() from pair where distance between 1 and 20
  ),
  post as (
    insert into posts (id, author_id, content, alt, created_at, rev, likes_count, comments_count, has_picture)
    select gen_random_uuid(), id, 'A post', '', now() - n * interval '1 hour', 1, 0, 0, false from author, generate_series(1, 20) n
    returning id, author_id, created_at
  ),
  tagged as (
    insert into post_tags (tag, created_at, post_id, author_id) select 'moss', created_at, id, author_id from post
  )
  insert into likes (post_id, member_id, author_id, created_at)
  select post.id, pair.id, author_id, now() from post join pair on pair.other_id = author_id and distance between 1 and 5`

/** Makes every read of a visit. */
async function readAll(discover: DiscoverRepository): Promise<void> {
  const since = new Date(Date.now() - 1_000)
  await discover.listRecentPosts(alice, since, 500)
  await discover.findPosts(alice, [newId(since)], since)
  await discover.listLikesOfMembers([bob._id], since, 5)
  await discover.listLikesOfPosts([newId(since)], 20)
  await discover.listPostsOfFollowedTags(alice._id, since, 10)
  await discover.findMembers(alice, [bob._id])
  await discover.findMuted(alice, [bob._id])
  await discover.findSnapshot(alice._id, newId(since))
  await discover.listExclusions(alice._id)
}

it('Discover reads posts and likes through indexes, never by a sequential scan, on almost empty tables and on full ones', async () => {
  await using store = await openPostgresTestStore({ migrations, createPorts: createPostgresPostsPorts })
  const { pool } = store
  const statements = new Map<string, string>()
  const recording = {
    query: (statement: { name: string; text: string }) => {
      statements.set(statement.name, statement.text)
      return pool.query(statement)
    },
  }
  await readAll(createPostgresDiscoverRepository(recording as never))
  await checkWhileTablesGrow(pool as Pool, FILL_TABLES, async () => {
    for (const [name, text] of statements) {
      const nodes = await explainGenericPlan(pool as Pool, text)
      const scanned = nodes.flatMap((node) => (node['Node Type'] === 'Seq Scan' ? (node['Relation Name'] ?? []) : []))
      expect({ name, scanned: scanned.filter((table) => FILLED_TABLES.includes(table)) }).toEqual({ name, scanned: [] })
      const indexes = nodes.flatMap((node) => node['Index Name'] ?? []).filter((index) => CHECKED_INDEXES.test(index))
      expect({ name, indexes }).toEqual({ name, indexes: EXPECTED[name] })
    }
    expect([...statements.keys()].toSorted()).toEqual(Object.keys(EXPECTED).toSorted())
  })
})

describeOnEachEngine(await onSharedMongo((url) => openTestMongo(url, ...postsCollections)), (open) => {
  it('Discover makes no query without an index', async () => {
    await using database = await open()
    const { discover, tags } = createMongoPostsPorts(database.mongo)
    await tags.follow(alice._id, 'moss', new Date())
    const readQueryPlans = recordQueryPlans(database.mongo)
    await readAll(discover)
    await discover.addSnapshot({ _id: newId(new Date()), memberId: alice._id, entries: [], createdAt: new Date() })
    await discover.deleteSnapshots(new Date())
    const { plans } = await readQueryPlans()
    expect(Object.entries(plans).filter(([, index]) => index === 'COLLSCAN')).toEqual([])
    expect(Object.keys(plans).length).toBeGreaterThan(6)
  })
})
