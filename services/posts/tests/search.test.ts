import { describe, expect, it } from '@jest/globals'
import type { PostView } from '@meadow/contracts'
import { alice, bob, shareAcrossTests, type TestMember } from '@meadow/testing'
import { openPosts } from './fixtures.ts'

const getPosts = shareAcrossTests(async () => {
  const posts = await openPosts()
  const { postIndex } = posts.ports
  return {
    ...posts,
    async addPosts(...contents: string[]) {
      const added: PostView[] = []
      for (const content of contents) added.push(await posts.addPost({ by: alice, content }))
      while ((await postIndex.indexNext()) > 0);
      return added.map(({ _id }) => _id)
    },
    search: (q: string, by: TestMember = bob, more = '') =>
      posts.as(by).get(`/search?q=${encodeURIComponent(q)}${more}`),
  }
})

const idsOf = (body: { posts: PostView[] }) => body.posts.map(({ _id }) => _id)

describe('GET /search', () => {
  it('returns posts with what it has found in their texts, in code points', async () => {
    const { addPosts, search } = await getPosts()
    const [id] = await addPosts('😀 Sorrel soups for the soup kitchen')
    const { status, body } = await search('sorrel soup')
    expect({ status, ids: idsOf(body), ...body, posts: undefined }).toEqual({
      status: 200,
      ids: [id],
      highlights: [
        {
          postId: id,
          ranges: [
            { start: 2, end: 8 },
            { start: 9, end: 14 },
            { start: 23, end: 27 },
          ],
        },
      ],
      tags: [],
      pagination: { hasMore: false },
      nextCursor: null,
    })
  })

  it('continues by a cursor, which belongs to one search of one member', async () => {
    const { addPosts, search } = await getPosts()
    const ids = await addPosts('Yarrow one', 'Yarrow two', 'Yarrow three')
    const first = (await search('yarrow', bob, '&limit=2')).body
    const cursor = `&limit=2&cursor=${first.nextCursor}`
    const second = (await search('yarrow', bob, cursor)).body
    expect([...idsOf(first), ...idsOf(second)].toSorted()).toEqual(ids.toSorted())
    expect(second.nextCursor).toBeNull()
    for (const refused of [
      search('yarrows', bob, cursor),
      search('yarrow', alice, cursor),
      search('yarrow', bob, '&cursor=x'),
    ])
      expect(await refused).toMatchObject({ status: 400, body: { code: 'invalid_cursor' } })
  })

  it('finds nothing by nothing', async () => {
    const { search } = await getPosts()
    for (const text of ['', ' ', '""', '-', '&|!'])
      expect(await search(text)).toMatchObject({ status: 200, body: { posts: [], nextCursor: null } })
  })

  it('refuses a long search, and one of a guest', async () => {
    const { search, app } = await getPosts()
    expect(await search('a'.repeat(201))).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
    const { default: request } = await import('supertest')
    expect((await request(app).get('/search?q=a')).status).toBe(401)
  })
})
