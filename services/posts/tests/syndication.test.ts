import { describe, expect, it } from '@jest/globals'
import { alice, bob, shareAcrossTests } from '@meadow/testing'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import request from 'supertest'
import { openPosts } from './fixtures.ts'

const getPosts = shareAcrossTests(() => openPosts({ allowsGuests: true }))
const LISTS = ['feed.entry', 'feed.entry.content.div.p', 'feed.entry.content.div.img', 'urlset.url']
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  isArray: (_name, path) => LISTS.includes(String(path)),
})

/** Requests a document without a token, as the gateway of `https://meadow.example` forwards it. */
async function read(path: string, headers: Record<string, string> = {}) {
  const { app } = await getPosts()
  const ofGateway = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'meadow.example' }
  const response = await request(app)
    .get(path)
    .set({ ...ofGateway, ...headers })
    .responseType('blob')
  return { ...response, status: response.status, document: String(response.body) }
}

async function readFeed(username: string) {
  const { status, type, document } = await read(`/profile/${username}/feed.atom`)
  const found = { status, type, isXml: XMLValidator.validate(document) }
  expect(found).toEqual({ status: 200, type: 'application/atom+xml', isXml: true })
  return parser.parse(document).feed
}

describe('the feed of a member', () => {
  it('has the newest posts with their texts, pictures and addresses', async () => {
    const { addMember, addPost, uploadPicture, as } = await getPosts()
    const dave = await addMember()
    const older = await addPost({ by: dave, content: 'Tomatoes & <b>beans</b>\n\nin the "north" bed' })
    const { url } = await uploadPicture(dave)
    const { body: newer } = await as(dave).post('/posts').send({ content: '', image: url, alt: 'A bed of "beans"' })
    const feed = await readFeed(dave.username)
    expect(feed).toMatchObject({
      '@xmlns': 'http://www.w3.org/2005/Atom',
      id: `urn:uuid:${dave._id}`,
      title: `${dave.fullName} (@${dave.username})`,
      updated: newer.createdAt,
      link: [
        { '@rel': 'alternate', '@href': `https://meadow.example/profile/${dave.username}` },
        { '@rel': 'self', '@href': `https://meadow.example/profile/${dave.username}/feed.atom` },
      ],
    })
    const [ofPicture, ofText] = feed.entry
    expect(ofPicture).toMatchObject({
      id: `urn:uuid:${newer._id}`,
      title: 'Picture',
      content: { div: { img: [{ '@src': `https://meadow.example${url}`, '@alt': 'A bed of "beans"' }] } },
    })
    expect(ofText).toMatchObject({
      id: `urn:uuid:${older._id}`,
      title: 'Tomatoes & <b>beans</b> in the "north" bed',
      link: { '@href': `https://meadow.example/post/${older._id}` },
      published: older.createdAt,
      content: { '@type': 'xhtml', div: { p: ['Tomatoes & <b>beans</b>', 'in the "north" bed'] } },
    })
  })

  it('is a document that programs can read, whatever members type', async () => {
    const { addMember, addPost } = await getPosts()
    const dave = await addMember()
    const content = ']]> --> <!-- \u0007\u{1f33b}\ufffe\u202e &amp; <script>alert(1)</script> \u200b %00'
    await addPost({ by: dave, content })
    const [{ content: shown }] = (await readFeed(dave.username)).entry
    expect(shown.div.p).toEqual([content.replace('\u0007', '').replace('\ufffe', '')])
  })

  it('has twenty posts at most, and none of a member who has written nothing', async () => {
    const { addMember, addPost } = await getPosts()
    const [dave, erin] = [await addMember(), await addMember()]
    const posts = []
    for (let count = 0; count < 21; count += 1) posts.push(await addPost({ by: dave }))
    const ids = (await readFeed(dave.username)).entry.map(({ id }: { id: string }) => id)
    expect(ids).toEqual(
      posts
        .slice(1)
        .reverse()
        .map(({ _id }) => `urn:uuid:${_id}`),
    )
    expect((await readFeed(erin.username)).entry).toBeUndefined()
  })

  it('is sent again only after a change', async () => {
    const { addMember, addPost } = await getPosts()
    const dave = await addMember()
    await addPost({ by: dave })
    const path = `/profile/${dave.username}/feed.atom`
    const { headers } = await read(path)
    expect(headers['cache-control']).toBe('no-cache')
    const known = { 'If-None-Match': headers['etag'] as string }
    expect(await read(path, known)).toMatchObject({ status: 304, document: '' })
    await addPost({ by: dave })
    expect(await read(path, known)).toMatchObject({ status: 200 })
  })

  it('has no post of a private member, although the program sends the token of a follower', async () => {
    const { addMember, addPost, follow, setPrivate, as } = await getPosts()
    const dave = await addMember()
    const { _id } = await addPost({ by: dave })
    await follow(alice, dave)
    await setPrivate(dave, true)
    expect((await as(alice).get(`/posts/user/${dave.username}`)).text).toContain(_id)
    const response = await as(alice).get(`/profile/${dave.username}/feed.atom`).responseType('text')
    expect({ status: response.status, hasPost: String(response.body).includes(_id) }).toEqual({
      status: 200,
      hasPost: false,
    })
  })

  it('does not exist for a member who is deactivated or unknown', async () => {
    const { addMember, members } = await getPosts()
    const dave = await addMember()
    await members.applyAccount({ _id: dave._id, accountVersion: 2, state: 'deactivated' })
    for (const username of [dave.username, 'nobody'])
      expect(await read(`/profile/${username}/feed.atom`)).toMatchObject({ status: 404 })
  })
})

describe('the sitemap', () => {
  it('has the newest posts that guests may see, and their authors', async () => {
    const { addMember, addPost, members } = await getPosts()
    const deactivated = await addMember()
    const [post, hidden] = [await addPost({ by: bob }), await addPost({ by: deactivated })]
    await members.applyAccount({ _id: deactivated._id, accountVersion: 2, state: 'deactivated' })
    const { status, document } = await read('/sitemap.xml')
    expect({ status, isXml: XMLValidator.validate(document) }).toEqual({ status: 200, isXml: true })
    const addresses = parser.parse(document).urlset.url.map(({ loc }: { loc: string }) => loc)
    expect(addresses).toContain(`https://meadow.example/post/${post._id}`)
    expect(addresses).toContain(`https://meadow.example/profile/${bob.username}`)
    expect(document).not.toMatch(new RegExp(`${hidden._id}|${deactivated.username}`))
  })
})

it('there are no documents for programs without guest mode', async () => {
  await using posts = await openPosts()
  for (const path of [`/profile/${alice.username}/feed.atom`, '/sitemap.xml'])
    expect(await request(posts.app).get(path)).toMatchObject({ status: 404, body: { code: 'not_found' } })
})
