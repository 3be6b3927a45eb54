import { randomBytes } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { newId } from '@meadow/service'
import { type Migrations, migrate, openPostgres } from '@meadow/storage'
import { alice, bob, carol, createTestMember, shareAcrossTests, type TestMember } from '@meadow/testing'
import { openTestDatabase } from '@meadow/testing/postgres'
import {
  FOLDING_CASES,
  foldAsBefore,
  listFoldingDifferences,
  runMigrationFilesAgain,
} from '@meadow/testing/search-folding'
import { socialMigrations } from '../src/migrations.ts'
import { createPostgresSocialPorts } from '../src/store.ts'
import { openSocial } from './fixtures.ts'

type FoundMember = { username: string; isFollowing: boolean; mutualFriendCount?: number }
type Found = { users: FoundMember[]; hasMore: boolean; nextCursor: string | null }

const named = (username: string, fullName: string): TestMember => ({ ...createTestMember(), username, fullName })
const usernames = ({ users }: Found) => users.map(({ username }) => username)

/** Adds five members, each newer than the one before. */
async function addMembers({ addMember }: { addMember(member: TestMember): Promise<TestMember> }) {
  const members = ['friend', 'colleague', 'known', 'well_known', 'stranger'].map((name) => named(name, name))
  for (const member of members) await addMember(member)
  return members as [TestMember, TestMember, TestMember, TestMember, TestMember]
}

async function openDirectory() {
  const social = await openSocial()
  const searchDirectory = async (query: string, more = '', by = alice): Promise<Found> => {
    const response = await social.as(by).get(`/auth/users?query=${encodeURIComponent(query)}${more}`)
    expect(response.status).toBe(200)
    return response.body
  }
  return {
    ...social,
    searchDirectory,
    search: async (query: string) => usernames(await searchDirectory(query, '&limit=50')),
  }
}

describe('GET /auth/users with a search', () => {
  const started = shareAcrossTests(async () => {
    const directory = await openDirectory()
    for (const member of [
      named('wren', 'Wren Ashby'),
      named('wrenna', 'Somebody Else'),
      named('old.wren', 'Another One'),
      named('birdie', 'Wren the Second'),
      named('kite', 'Little Wren'),
      named('per_cent', '100% of It'),
      named('percent', 'Full of It'),
      named('back', 'Back\\Slash'),
      named('ines', 'Inês Duarte'),
      named('zoe', 'ЗОЯ Ёлкина'),
      named('dup.one', 'Twin'),
      named('dup.two', 'Twin'),
    ])
      await directory.relations.addMember(member)
    return directory
  })

  it('returns the exact username first, then prefix matches, then substring matches', async () => {
    const { search } = await started()
    const best = ['wren', 'wrenna', 'birdie', 'kite', 'old.wren']
    for (const query of ['wren', 'WREN', ' Wren ']) expect(await search(query)).toEqual(best)
  })

  it('searches only usernames after an @', async () => {
    const { search } = await started()
    expect(await search('@wren')).toEqual(['wren', 'wrenna', 'old.wren'])
    expect(await search('@ wren')).toEqual(['wren', 'wrenna', 'old.wren'])
    expect(await search('@twin')).toEqual([])
  })

  it('ignores case and accents', async () => {
    const { search } = await started()
    for (const query of ['ines', 'INÊS', 'ine\u0302s', 'ês du']) expect(await search(query)).toEqual(['ines'])
    for (const query of ['зоя', 'ЕЛК', 'ё']) expect(await search(query)).toEqual(['zoe'])
  })

  it('treats every character literally', async () => {
    const { search } = await started()
    expect(await search('%')).toEqual(['per_cent'])
    expect(await search('％')).toEqual(['per_cent'])
    expect(await search('per_')).toEqual(['per_cent'])
    expect(await search('r_c')).toEqual(['per_cent'])
    expect(await search('back\\')).toEqual(['back'])
    for (const query of ['wr%n', 'w_en', '\\', "'; drop table members; --", '"', '$2', '*', '.*', '😀', '%%'])
      expect(await search(query)).toEqual(query === '\\' ? ['back'] : [])
  })

  it('returns the same results one by one as at once, by cursor and by page', async () => {
    const { searchDirectory, search } = await started()
    for (const query of ['wren', '@wren', 'e', 'twin', 'n']) {
      const [byCursor, byPage]: [string[], string[]] = [[], []]
      for (let more = '', hasMore = true; hasMore; ) {
        const found = await searchDirectory(query, `&limit=1${more}`)
        byCursor.push(...usernames(found))
        hasMore = found.hasMore
        more = `&cursor=${found.nextCursor}`
      }
      for (let page = 1, hasMore = true; hasMore; page += 1) {
        const found = await searchDirectory(query, `&limit=2&page=${page}`)
        byPage.push(...usernames(found))
        hasMore = found.hasMore
      }
      expect(byCursor).toEqual(await search(query))
      expect(byPage).toEqual(byCursor)
    }
  })

  it('finds neither the viewer nor hidden members', async () => {
    const { relations, deliverEvents, testEvents, search, searchDirectory } = await started()
    const [me, deactivated, erased, blocker, blocked] = [1, 2, 3, 4, 5].map((n) => named(`hidden${n}`, 'Hidden'))
    if (!me || !deactivated || !erased || !blocker || !blocked) throw new Error('five')
    for (const member of [me, deactivated, erased, blocker, blocked]) await relations.addMember(member)
    expect(await search('hidden')).toHaveLength(5)
    await deliverEvents(testEvents.deactivated(deactivated), testEvents.erased(erased))
    await relations.block(blocker, me)
    await relations.block(me, blocked)
    expect(usernames(await searchDirectory('hidden', '', me))).toEqual([])
    expect(await search('hidden')).toEqual(['hidden1', 'hidden4', 'hidden5'])
  })

  it('finds a member by the new name only', async () => {
    const { as, relations, search } = await started()
    const member = await relations.addMember(named('renamed', 'Quentin Before'))
    await as(member).edit({ fullName: 'Quentin After', bio: 'Was Before' })
    expect(await search('before')).toEqual([])
    expect(await search('after')).toEqual(['renamed'])
  })

  it('returns the bio, the number of followers and the follow of the viewer', async () => {
    const { as, searchDirectory, relations } = await started()
    const member = await relations.addMember(named('tilda', 'Tilda Brook'))
    await as(member).edit({ bio: 'Bakes', phone: '123' })
    await relations.follow(bob, member)
    const memberView = { _id: member._id, username: 'tilda', fullName: 'Tilda Brook', avatar: '', isVerified: false }
    const summary = { ...memberView, bio: 'Bakes', followerCount: 1, isPrivate: false, isRequested: false }
    expect((await searchDirectory('tilda')).users).toEqual([{ ...summary, isFollowing: false }])
    expect((await searchDirectory('tilda', '', bob)).users).toEqual([{ ...summary, isFollowing: true }])
  })
})

describe('GET /auth/users', () => {
  const started = shareAcrossTests(openDirectory)

  it('returns all other members, newest first', async () => {
    const { searchDirectory } = await started()
    for (const query of ['', '  ', '@', '@ '])
      expect(usernames(await searchDirectory(query))).toEqual([carol.username, bob.username])
  })

  it('pages by cursor and by page number', async () => {
    const { searchDirectory } = await started()
    const first = await searchDirectory('', '&limit=1')
    expect(first).toMatchObject({ users: [{ username: 'carol' }], hasMore: true, nextCursor: expect.any(String) })
    const second = { users: [{ username: 'bob' }], hasMore: false, nextCursor: null }
    expect(await searchDirectory('', `&limit=1&cursor=${first.nextCursor}`)).toMatchObject(second)
    expect(await searchDirectory('', '&limit=1&page=2')).toMatchObject(second)
  })

  it('returns members with mutual friends first, and their number', async () => {
    const { relations, searchDirectory } = await openDirectory()
    const [friend, colleague, known, wellKnown, stranger] = await addMembers(relations)
    await relations.follow(alice, friend, colleague)
    await relations.follow(friend, known, wellKnown, alice)
    await relations.follow(colleague, wellKnown, friend)
    const { users } = await searchDirectory('')
    expect(users.map(({ username, mutualFriendCount }) => [username, mutualFriendCount])).toEqual([
      [wellKnown.username, 2],
      [known.username, 1],
      ...[stranger, colleague, friend, carol, bob].map(({ username }) => [username, 0]),
    ])
    expect((await searchDirectory('known')).users[0]).not.toHaveProperty('mutualFriendCount')
  })

  it('returns every member once, although the viewer follows members between the pages', async () => {
    const { relations, searchDirectory } = await openDirectory()
    const [friend, colleague, known, wellKnown, stranger] = await addMembers(relations)
    await relations.follow(alice, friend, colleague)
    await relations.follow(friend, known, wellKnown)
    await relations.follow(colleague, wellKnown)
    await relations.follow(wellKnown, stranger, carol)
    const expected = usernames(await searchDirectory('', '&limit=50'))
    const found: string[] = []
    for (let more = '', hasMore = true; hasMore; ) {
      const page = await searchDirectory('', `&limit=1${more}`)
      found.push(...usernames(page))
      hasMore = page.hasMore
      more = `&cursor=${page.nextCursor}`
      if (found.length === 1) await relations.follow(alice, wellKnown)
    }
    expect(found).toEqual(expected)
    const byPage = await Promise.all([1, 2, 3, 4].map((page) => searchDirectory('', `&limit=2&page=${page}`)))
    expect(byPage.flatMap(usernames)).toEqual(usernames(await searchDirectory('', '&limit=50')))
  })

  it('counts no follows by or of hidden members', async () => {
    const { relations, searchDirectory } = await openDirectory()
    const [friend, blocker, known] = await addMembers(relations)
    await relations.follow(alice, friend, blocker)
    await relations.follow(friend, blocker)
    await relations.follow(blocker, known)
    await relations.block(blocker, alice)
    const { users } = await searchDirectory('')
    expect(users.every(({ mutualFriendCount }) => mutualFriendCount === 0)).toBe(true)
    expect(usernames({ users, hasMore: false, nextCursor: null })).not.toContain(blocker.username)
  })

  it.each([
    ['limit=0', 'invalid_request'],
    ['limit=51', 'invalid_request'],
    ['limit=-1', 'invalid_request'],
    ['limit=1e1', 'invalid_request'],
    ['limit=1&limit=2', 'invalid_request'],
    ['page=0', 'invalid_request'],
    ['page=x', 'invalid_request'],
    ['page=102', 'page_too_deep'],
    ['page=102&query=a', 'page_too_deep'],
    ['query=a%00', 'invalid_request'],
    [`query=${'a'.repeat(101)}`, 'invalid_request'],
    ['query[$ne]=a&query=a&query=b', 'invalid_request'],
    ['cursor=nonsense', 'invalid_cursor'],
    [`cursor=${Buffer.from(`1:10000:1:${alice._id}`).toString('base64url')}`, 'invalid_cursor'],
    ['cursor=nonsense&query=a', 'invalid_cursor'],
    [`cursor=${Buffer.from(`3:${alice._id}`).toString('base64url')}&query=a`, 'invalid_cursor'],
    [`cursor=${Buffer.from(`0:${alice._id}`).toString('base64url')}==&query=a`, 'invalid_cursor'],
    [`cursor=${Buffer.from(`1:${alice._id}\n`).toString('base64url')}&query=a`, 'invalid_cursor'],
    [`cursor=${'a'.repeat(201)}`, 'invalid_request'],
  ])('refuses %s', async (query, code) => {
    const { as } = await started()
    expect(await as(alice).get(`/auth/users?${query}`)).toMatchObject({ status: 400, body: { code } })
  })

  it('accepts the longest search, and a cursor of a missing member', async () => {
    const { as, searchDirectory } = await started()
    expect((await searchDirectory('a'.repeat(100))).users).toEqual([])
    const cursor = Buffer.from(`2:${createTestMember()._id}`).toString('base64url')
    expect((await as(alice).get(`/auth/users?query=b&cursor=${cursor}`)).status).toBe(200)
  })
})

describe('the folding of names', () => {
  it('finds the same names as every search', async () => {
    await using directory = await openDirectory()
    const { relations, search } = directory
    const stored = [...new Set(FOLDING_CASES.map(([fullName]) => fullName))]
    for (const [index, fullName] of stored.entries()) await relations.addMember(named(`folded${index}`, fullName))
    const found = await Promise.all(
      FOLDING_CASES.map(async ([fullName, query]) => {
        const hits = await search(query)
        return [fullName, query, hits.includes(`folded${stored.indexOf(fullName)}`)]
      }),
    )
    expect(found).toEqual(FOLDING_CASES)
  })

  it('is the same in PostgreSQL as in JavaScript, for every character', async () => {
    await using database = await openTestDatabase(...socialMigrations)
    expect(await listFoldingDifferences(database.pool)).toEqual([])
  })

  it('is applied to names of earlier versions by the migrations', async () => {
    await using directory = await openDirectory()
    const { relations, search, store } = directory
    await foldAsBefore(store.pool)
    await relations.addMember(named('member', 'Łukasz'))
    const migrations = socialMigrations.at(-1) as Migrations
    await runMigrationFilesAgain(store.pool, migrations, ['0006-fold-letters'])
    expect(await search('lukasz')).toEqual([])
    await runMigrationFilesAgain(store.pool, migrations, ['0007-fold-names-again'])
    expect(await search('lukasz')).toEqual(['member'])
  })
})

describe('a database role that cannot create extensions', () => {
  it('finds the same members without the trigram index', async () => {
    await using database = await openTestDatabase()
    const role = `social_${randomBytes(4).toString('hex')}`
    await database.pool.query(`create role ${role} login password '${role}'; grant create on schema public to ${role}`)
    try {
      await using pool = await openPostgres(
        Object.assign(new URL(database.url), { username: role, password: role }).href,
      )
      await migrate(pool, socialMigrations)
      expect((await pool.query(`select 1 from pg_extension where extname = 'pg_trgm'`)).rowCount).toBe(0)
      const createdAt = new Date()
      const { directory, members, profiles } = createPostgresSocialPorts(pool, { now: () => createdAt, newId })
      const { _id, username, fullName } = named('wren', 'Wren Ashby')
      await members.applyAccount({ _id, username, fullName, state: 'active', accountVersion: 1, createdAt })
      await profiles.setRegistration(_id, createdAt)
      const found = await directory.search({ text: 'ash', isUsername: false }, alice, {
        limit: 5,
        after: undefined,
        skip: 0,
      })
      expect(found).toMatchObject([{ member: { _id } }])
    } finally {
      await database.pool.query(`drop owned by ${role} cascade; drop role ${role}`)
    }
  })
})
