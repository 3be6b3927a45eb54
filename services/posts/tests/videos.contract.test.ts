import { copyFile, mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'
import { events, type PostView, type ReportEvidence } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import { createTestPicture } from '@meadow/media/testing'
import { newId } from '@meadow/service'
import { alice, bob, createTestMember, describeOnEachEngine, eventually, type TestMember } from '@meadow/testing'
import { CLAIM_MS, openVideoEncoder, type VideoEncoder } from '@meadow/voice'
import request from 'supertest'
import { openPosts } from './fixtures.ts'
import { postsTestStores } from './store-fixtures.ts'

const recordingFile = join(import.meta.dirname, '../../../packages/voice/tests/recordings/video.webm')
const recording = await readFile(recordingFile)
const poster = await createTestPicture({ width: 64, height: 36 })
const encoded = { durationMs: 4_040, width: 64, height: 36 }

/** An encoder that answers as the test says, instead of starting a process. */
const createEncoder = (encode: VideoEncoder['encode']): VideoEncoder => ({ isInstalled: true, encode })

/** Writes the files that an encoder would. */
const encodeQuickly = createEncoder(async ({ file, target, poster: posterFile }) => {
  await copyFile(file, target)
  await writeFile(posterFile, poster)
  return { video: encoded }
})

const captions = 'WEBVTT\n\n00:01.000 --> 00:02.000\n<b>Moss</b>'

describeOnEachEngine(await postsTestStores.listOpeners(), (openStore) => {
  async function setUp(videoEncoder: VideoEncoder = encodeQuickly, { isStarted = true } = {}) {
    const posts = await openPosts({ openStore, videoEncoder, allowsGuests: true })
    const { as, app, service } = posts
    if (isStarted) await service.start(0, '127.0.0.1')
    const upload = (content = recording, by: TestMember = alice, fields: Record<string, string> = {}) => {
      const form = as(by).post('/media').field('purpose', 'post')
      for (const [field, value] of Object.entries(fields)) form.field(field, value)
      return form.attach('file', content, 'walk.webm')
    }
    const read = async (id: string): Promise<PostView> => (await as(alice).get(`/posts/${id}`)).body
    return {
      ...posts,
      upload,
      read,
      publish: async (video: string, by: TestMember = alice): Promise<PostView> =>
        (await as(by).post('/posts').send({ video }).expect(201)).body,
      becomes: (id: string, status: string) =>
        eventually(async () => expect((await read(id)).video?.status).toBe(status)),
      get: (path: string | null | undefined) =>
        request(app)
          .get(path ?? '')
          .buffer(),
    }
  }

  it('shows the video of a post at once, and tells open pages when it can be played', async () => {
    await using used = await setUp(encodeQuickly, { isStarted: false })
    const { upload, publish, read, becomes, service, get, countFiles, as } = used
    const { body: uploaded } = await upload(recording, alice, { duration: '4.2', width: '640', height: '360' })
    const claimed = { status: 'processing', durationMs: 4_200, width: 640, height: 360, poster: null, captions: null }
    expect(uploaded).toMatchObject({ kind: 'video', url: '', ...claimed })
    const post = await publish(uploaded._id)
    expect(post).toMatchObject({ content: '', pictures: [], image: '', video: { ...claimed, url: null }, rev: 1 })
    await service.start(0, '127.0.0.1')
    await becomes(post._id, 'ready')
    const { video, rev } = await read(post._id)
    expect(video).toMatchObject({ _id: uploaded._id, ...encoded, poster: { width: 64, height: 36 } })
    expect(rev).toBe(2)
    const part = await get(video?.url).set('Range', 'bytes=0-3')
    expect(part).toMatchObject({
      status: 206,
      headers: {
        'content-type': 'video/mp4',
        'content-range': `bytes 0-3/${recording.length}`,
        'x-content-type-options': 'nosniff',
      },
    })
    expect((await get(video?.poster?.url)).headers['content-type']).toBe('image/webp')
    await eventually(async () => expect(await countFiles()).toBe(2)) // what was sent is removed
    const { posts } = (await as(bob).get(`/posts/user/${alice.username}?filter=media`)).body
    expect(posts).toMatchObject([{ _id: post._id, video }])
    const feed = (await get(`/profile/${alice.username}/feed.atom`)).text
    expect(feed).toContain(`type="video/mp4" href="http://127.0.0.1`)
    expect(feed).toContain(video?.url)
  })

  it('posts a video by its URL when it is ready', async () => {
    await using used = await setUp()
    const { upload, publish, becomes, read } = used
    const { _id } = (await upload()).body
    const first = await publish(_id)
    await becomes(first._id, 'ready')
    const { url } = (await read(first._id)).video ?? {}
    const again = await used.as(alice).post('/posts').send({ video: url })
    expect(again).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', fields: { video: expect.any(String) } },
    })
    const second = (await upload()).body
    await eventually(async () => expect(await used.ports.videos.find(second._id)).toMatchObject({ status: 'ready' }))
    const stored = await used.ports.videos.find(second._id)
    expect((await publish(`/media/p/${alice._id}/${stored?.random}.mp4`)).video).toMatchObject({ _id: second._id })
  })

  it('finds posts with a video by has:video, and not by has:picture', async () => {
    await using used = await setUp()
    const { as, upload, publish } = used
    const post = await publish((await upload()).body._id)
    const search = async (q: string): Promise<string[]> =>
      (await as(bob).get(`/search?q=${q}`)).body.posts.map(({ _id }: PostView) => _id)
    await eventually(async () => expect(await search('has:video')).toEqual([post._id]))
    expect(await search('has:picture')).toEqual([])
  })

  it('refuses videos of others, unknown ones, and a video beside pictures', async () => {
    await using used = await setUp()
    const { as, upload, uploadPicture } = used
    const others = (await upload(recording, bob)).body
    const own = (await upload()).body
    const picture = await uploadPicture(alice)
    for (const body of [
      { video: others._id },
      { video: picture._id },
      { video: 'https://example.com/a.mp4' },
      { video: own._id, pictures: [{ url: picture.url }] },
      { image: own._id },
    ])
      expect(await as(alice).post('/posts').send(body)).toMatchObject({
        status: 400,
        body: { code: 'invalid_request' },
      })
    expect((await as(alice).post('/posts').send({ video: own._id })).status).toBe(201)
  })

  it('refuses what is no video, and large pictures', async () => {
    await using used = await setUp(encodeQuickly, { isStarted: false })
    const { as, upload, countFiles } = used
    for (const content of ['', 'PK\x03\x04 a zip named .mp4', '<svg onload="alert(1)"/>'])
      expect((await upload(Buffer.from(content))).status).toBe(415)
    const large = Buffer.concat([await createTestPicture(), Buffer.alloc(10 * 1024 * 1024)])
    expect(await upload(large)).toMatchObject({ status: 413, body: { code: 'too_large' } })
    const unknown = Buffer.concat([Buffer.from('OggS'), Buffer.alloc(10 * 1024 * 1024)])
    expect(await upload(unknown)).toMatchObject({ status: 415, body: { code: 'unsupported_type' } })
    const avatar = as(alice).post('/media').field('purpose', 'avatar').attach('file', recording, 'a.webm')
    expect((await avatar).status).toBe(415)
    for (const width of ['-1', 'NaN', '1e9'])
      expect((await upload(recording, alice, { width })).body).toMatchObject({ code: 'invalid_request' })
    expect(await countFiles()).toBe(0)
  })

  it('marks a video as failed that cannot be encoded, and keeps its post', async () => {
    await using used = await setUp(
      createEncoder(async () => ({ code: 'too_long', message: '' })),
      { isStarted: false },
    )
    const { upload, publish, becomes, read, service, countFiles, as } = used
    const post = await publish((await upload()).body._id)
    await service.start(0, '127.0.0.1')
    await becomes(post._id, 'failed')
    expect((await read(post._id)).video).toMatchObject({ url: null, poster: null })
    expect((await as(bob).get('/search?q=has:video')).body.posts).toEqual([])
    await eventually(async () => expect(await countFiles()).toBe(0))
    const unused = (await upload()).body._id
    await eventually(async () => expect(await used.ports.videos.find(unused)).toMatchObject({ status: 'failed' }))
    expect(await as(alice).post('/posts').send({ video: unused })).toMatchObject({
      status: 400,
      body: { fields: { video: 'This video could not be processed. Choose another one' } },
    })
  })

  it('takes a video again after its process was killed', async () => {
    const { promise: isTaken, resolve: take } = Promise.withResolvers<void>()
    let runs = 0
    const videoEncoder = createEncoder((files, signal) => {
      runs += 1
      if (runs > 1) return encodeQuickly.encode(files, signal) as never
      take()
      return new Promise((resolve) =>
        signal.addEventListener('abort', () => resolve({ code: 'crashed', message: 'killed' })),
      )
    })
    await using used = await setUp(videoEncoder)
    const { upload, publish, becomes, openInstance, now } = used
    const post = await publish((await upload()).body._id)
    await isTaken
    const takenBy = now().getTime() + CLAIM_MS
    while (now().getTime() < takenBy); // each reading of the clock takes a second
    await (await openInstance()).start(0, '127.0.0.1') // polls at once
    await becomes(post._id, 'ready')
  })

  it('deletes a video with its post, also while it is encoded, and videos that nobody posts', async () => {
    const { promise: isTaken, resolve: take } = Promise.withResolvers<void>()
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
    const slow = createEncoder(async (...files) => {
      take()
      await mayEnd
      return encodeQuickly.encode(...files)
    })
    await using used = await setUp(slow)
    const { as, upload, publish, becomes, read, get, countFiles, ports, now } = used
    const first = await publish((await upload()).body._id)
    await isTaken
    await as(alice).delete(`/posts/${first._id}`).expect(200)
    end()
    await eventually(async () => expect(await countFiles()).toBe(0))
    const second = await publish((await upload()).body._id)
    await becomes(second._id, 'ready')
    const { video } = await read(second._id)
    await as(alice).put(`/media/${video?._id}/captions`).send({ captions }).expect(200)
    const address = (await read(second._id)).video?.captions
    expect((await get(address)).status).toBe(200)
    await as(alice).delete(`/posts/${second._id}`).expect(200)
    await eventually(async () => expect(await countFiles()).toBe(0))
    expect((await get(address)).status).toBe(404)
    expect((await get(video?.url)).status).toBe(404)
    const unused = (await upload()).body._id
    await eventually(async () => expect(await ports.videos.find(unused)).toMatchObject({ status: 'ready' }))
    expect(await ports.videos.deleteUnused(now(), now())).toBe(1)
    await eventually(async () => expect(await countFiles()).toBe(0))
  })

  it('deletes a video whose post an older version has deleted', async () => {
    await using used = await setUp()
    const { upload, publish, becomes, ports, now, inspect } = used
    const [kept, deleted] = [await publish((await upload()).body._id), await publish((await upload()).body._id)]
    for (const { _id } of [kept, deleted]) await becomes(_id, 'ready')
    await inspect.deletePostAlone(deleted._id)
    const { createdAt } = (await ports.videos.find(deleted.video?._id ?? '')) ?? {}
    expect(await ports.videos.deleteUnused(createdAt ?? now(), now())).toBe(0) // too young
    expect(await ports.videos.deleteUnused(now(), now())).toBe(1)
    expect(await ports.videos.find(deleted.video?._id ?? '')).toBeUndefined()
    expect(await ports.videos.deleteUnused(now(), now())).toBe(0)
  })

  it('serves captions without markup, at a new address after each change, which open pages learn', async () => {
    await using used = await setUp(encodeQuickly, { isStarted: false })
    const { as, upload, publish, read, get, publishedEvents, relations, ports, now } = used
    const { _id } = (await upload()).body
    const set = (body: object, by: TestMember = alice) => as(by).put(`/media/${_id}/captions`).send(body)
    const first = (await set({ captions }).expect(200)).body.video.captions
    const post = await publish(_id)
    expect((await read(post._id)).video).toMatchObject({ status: 'processing', captions: first })
    const response = await get(first)
    expect(response).toMatchObject({
      status: 200,
      text: 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nMoss\n',
      headers: { 'content-type': 'text/vtt; charset=utf-8', 'x-content-type-options': 'nosniff' },
    })
    const second = (await set({ captions: captions.replace('Moss', 'Fern') }).expect(200)).body.video.captions
    expect(second).not.toBe(first)
    expect((await get(first)).status).toBe(404)
    expect((await publishedEvents(post)).at(-1)).toMatchObject({
      type: 'post.video-changed',
      data: { authorId: alice._id, rev: 2, view: { video: { captions: second } } },
    })
    const completion = { videoId: _id, outcome: 'failed' as const, at: now(), eventId: newId(now()) }
    expect(await ports.videos.complete(completion)).toBe(true)
    expect(await ports.videos.complete(completion)).toBe(false)
    expect((await publishedEvents(post)).filter(({ type }) => type === 'post.video-changed')).toMatchObject([
      { data: { rev: 2 } },
      { data: { rev: 3, view: { video: { status: 'failed', captions: second } } } },
    ])
    expect((await set({ captions: null }).expect(200)).body.video.captions).toBeNull()
    expect((await read(post._id)).video?.captions).toBeNull()
    for (const body of [{ captions: 'no captions' }, { captions: `${captions}${'a'.repeat(100_000)}` }, {}])
      expect(await set(body)).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
    const stranger = createTestMember()
    await relations.addMember(stranger)
    expect(await set({ captions }, stranger)).toMatchObject({ status: 404, body: { code: 'media_not_found' } })
  })

  it('is evidence of a report with its length, its poster and what its captions say', async () => {
    await using used = await setUp(encodeQuickly, { isStarted: false })
    const { as, upload, becomes, read, addComment, deliverEvents, publishedEvents, openInstance } = used
    const { _id } = (await upload()).body
    const post: PostView = (await as(alice).post('/posts').send({ video: _id, content: 'A walk' }).expect(201)).body
    const instance = await openInstance()
    await instance.start(0, '127.0.0.1')
    await becomes(post._id, 'ready')
    await instance[Symbol.asyncDispose]() // its relay would take the events away
    const report = async (kind: 'post' | 'comment', targetId: string) => {
      const filed = createEvent(events.reportFiled, {
        source: 'social',
        subject: newId(new Date()),
        id: newId(new Date()),
        time: new Date(),
        data: { kind, targetId, reporterId: bob._id },
      })
      await deliverEvents(filed)
      return (await publishedEvents({ _id: filed.subject })).map(({ data }) => data as { evidence: ReportEvidence })
    }
    const pictures = [{ url: (await read(post._id)).video?.poster?.url, alt: '' }]
    expect(await report('post', post._id)).toMatchObject([{ evidence: { text: 'Video of 4 s: A walk', pictures } }])
    const spoken = `${captions} &amp; fern\n${'a'.repeat(20_000)}`
    await as(alice).put(`/media/${_id}/captions`).send({ captions: spoken }).expect(200)
    const [answer] = await report('post', post._id)
    const text = answer?.evidence.text ?? ''
    expect(text).toMatch(/^Video of 4 s: A walk\n\nCaptions: Moss & fern\na+$/)
    expect(text.length).toBeLessThan(10_100)
    const comment = await addComment(post, bob, 'A boring walk')
    expect(await report('comment', comment._id)).toMatchObject([{ evidence: { context: [{ text }] } }])
  })

  it('shows the video of a post that others share with a comment', async () => {
    await using used = await setUp()
    const { as, upload, publish, becomes, read } = used
    const post = await publish((await upload()).body._id)
    await becomes(post._id, 'ready')
    const { body } = await as(bob).post(`/posts/${post._id}/share`).send({ content: 'Look' })
    const { quote } = body
    expect(quote.quotedPost.video).toEqual((await read(post._id)).video)
  })

  it('encodes a video of a browser in a process of its own', async () => {
    await using used = await setUp(openVideoEncoder())
    const { upload, publish, becomes, read, get } = used
    const post = await publish((await upload()).body._id)
    await becomes(post._id, 'ready')
    const { video } = await read(post._id)
    expect(video).toMatchObject({ width: expect.any(Number), poster: { width: expect.any(Number) } })
    expect((await get(video?.url)).body.includes('avc1')).toBe(true)
  })

  it('takes only what plays as it is where there is no encoder, and says so in its health', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'meadow-video-'))
    const files = { file: recordingFile, target: join(folder.path, 'a.mp4'), poster: join(folder.path, 'a.png') }
    await openVideoEncoder().encode(files, new AbortController().signal)
    await using used = await setUp(openVideoEncoder({ isInstalled: false }))
    const { upload, get } = used
    expect((await upload()).status).toBe(415)
    const { body } = await upload(await readFile(files.target))
    expect(body).toMatchObject({ kind: 'video', status: 'ready', url: expect.stringMatching(/\.mp4$/) })
    expect((await get(body.url)).status).toBe(200)
    const health = await get('/health/ready')
    expect(health.body).toMatchObject({ status: 'ready', degraded: ['video'] })
  })
})
