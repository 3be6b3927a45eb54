import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from '@jest/globals'
import type { PostView } from '@meadow/contracts'
import { createTestPicture } from '@meadow/media/testing'
import { alice, bob, eventually } from '@meadow/testing'
import { openPosts, toTestActor } from './fixtures.ts'

const HTML = `<title>A page</title><meta property="og:description" content="About it"><meta property="og:image" content="/p.jpg">`

async function openSite() {
  const picture = await createTestPicture({ width: 1_200, height: 630 })
  const server = createServer(({ url }, response) => {
    if (url === '/page') response.setHeader('Content-Type', 'text/html').end(HTML)
    else if (url === '/p.jpg') response.setHeader('Content-Type', 'image/jpeg').end(picture)
    else response.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { host, [Symbol.dispose]: () => void server.close() }
}

it('a post shows the preview of its link with a picture of our own, after its event', async () => {
  using site = await openSite()
  await using posts = await openPosts({ previewedHosts: [site.host] })
  await posts.service.start(0, '127.0.0.1')
  const { _id } = await posts.addPost({ by: alice, content: `Look: http://${site.host}/page` })
  const read = async () => (await posts.as(bob).get(`/posts/${_id}`)).body as PostView
  await eventually(async () => expect(await read()).toHaveProperty('linkPreview'))
  const { linkPreview, rev } = await read()
  expect(linkPreview).toMatchObject({
    url: `http://${site.host}/page`,
    title: 'A page',
    description: 'About it',
    site: '',
  })
  expect(linkPreview?.picture).toMatchObject({ width: 960, height: 504 })
  expect(rev).toBe(2)
  for (const { url } of linkPreview?.picture?.sources ?? []) {
    const { status, headers } = await posts.as(bob).get(url)
    expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'image/webp' })
  }
})

it('links to this machine get no preview unless the configuration names it', async () => {
  using site = await openSite()
  await using posts = await openPosts({ previewedHosts: [] })
  await posts.service.start(0, '127.0.0.1')
  const { _id } = await posts.addPost({ by: alice, content: `Look: http://${site.host}/page and http://localhost/` })
  const { cache } = posts.ports.linkPreviews
  await eventually(async () => expect(await cache.find(`http://${site.host}/page`, posts.now())).toBeNull())
  expect((await posts.as(bob).get(`/posts/${_id}`)).body).not.toHaveProperty('linkPreview')
})

it('a member finds the preview of a link before they post it, and the post shows the same', async () => {
  using site = await openSite()
  await using posts = await openPosts({ previewedHosts: [site.host] })
  await posts.service.start(0, '127.0.0.1')
  const link = `http://${site.host}/page`
  const find = async (body: object) => (await posts.as(alice).post('/posts/link-preview').send(body).expect(200)).body
  const { preview } = await find({ link })
  expect(preview).toMatchObject({ url: link, title: 'A page', picture: { width: 960, height: 504 } })
  const { _id } = await posts.addPost({ by: alice, content: `Look: ${link}` })
  await eventually(async () => expect((await posts.as(bob).get(`/posts/${_id}`)).body.linkPreview).toEqual(preview))
  for (const other of ['no link', 'javascript:alert(1)', 'http://localhost:1/', `http://${site.host}/missing`])
    expect(await find({ link: other })).toEqual({ preview: null })
  for (const body of [{}, { link: '' }, { link: 'a'.repeat(2_049) }, { link: { $gt: '' } }])
    await posts.as(alice).post('/posts/link-preview').send(body).expect(400)
})

it('a post is published without a preview if its author leaves it out', async () => {
  await using posts = await openPosts()
  const body = { content: 'Look: https://example.org/page', isLinkPreviewRemoved: true }
  const publish = () => posts.as(alice).post('/posts').set('Idempotency-Key', 'one').send(body).expect(201)
  const { body: post } = await publish()
  expect(post).toMatchObject({ isLinkPreviewRemoved: true })
  expect((await publish()).body).toEqual(post)
})

it('a post has the preview of its link if its author left out that of another link before', async () => {
  await using posts = await openPosts()
  const publish = async (linkWithoutPreview: string) => {
    const content = 'Look: https://example.org/page'
    const body = { content, isLinkPreviewRemoved: true, linkWithoutPreview }
    return (await posts.as(alice).post('/posts').send(body).expect(201)).body
  }
  expect(await publish('https://example.org/page')).toMatchObject({ isLinkPreviewRemoved: true })
  expect(await publish('https://example.org/other')).not.toHaveProperty('isLinkPreviewRemoved')
})

it('a member whose account is not active looks up no links', async () => {
  using site = await openSite()
  await using posts = await openPosts({ previewedHosts: [site.host] })
  await posts.service.start(0, '127.0.0.1')
  await posts.members.upsertActor(toTestActor(bob))
  await posts.members.applyAccount({ _id: bob._id, accountVersion: 9, state: 'deactivated' })
  const link = `http://${site.host}/page`
  expect((await posts.as(bob).post('/posts/link-preview').send({ link })).body).toMatchObject({ code: 'forbidden' })
  expect(await posts.ports.linkPreviews.cache.find(link, posts.now())).toBeUndefined()
})
