import { readdir } from 'node:fs/promises'
import { request as sendRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { describe, expect, it } from '@jest/globals'
import { createHostileGif, createTestPicture } from '@meadow/media/testing'
import { alice, bob, eventually, type TestMember } from '@meadow/testing'
import { readPostsConfig } from '../src/config.ts'
import { openPosts, type PostsTestOptions } from './fixtures.ts'

const TOO_MANY = { status: 429, body: { code: 'too_many_requests' } }

async function openUploads(options?: PostsTestOptions) {
  const posts = await openPosts(options)
  return {
    ...posts,
    upload: (by: TestMember, content: Buffer, purpose = 'post') =>
      posts.as(by).post('/media').field('purpose', purpose).attach('file', content, 'a.gif'),
  }
}

const listTemporaryFolders = async () =>
  (await readdir(tmpdir())).filter((name) => name.startsWith(`meadow-upload-${process.pid}-`))

describe('uploads', () => {
  it('accepts four pictures of a member at the same time', async () => {
    await using posts = await openUploads()
    const picture = await createTestPicture()
    const responses = await Promise.all([1, 2, 3, 4].map(() => posts.upload(alice, picture)))
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  })

  it('refuses an animation with too many pixels, whatever it is for', async () => {
    await using posts = await openUploads()
    for (const purpose of ['post', 'avatar', 'cover'])
      expect(await posts.upload(alice, createHostileGif(), purpose)).toMatchObject({
        status: 413,
        body: { code: 'animation_too_large', error: expect.stringMatching(/shorter or smaller/) },
      })
    expect(await posts.countFiles()).toBe(0)
  })

  it('limits the number of pictures of a member per hour, for all purposes together', async () => {
    await using posts = await openUploads({ limitsPerHour: { uploads: 2 } })
    const picture = await createTestPicture()
    expect((await posts.upload(alice, picture)).status).toBe(201)
    expect((await posts.upload(alice, Buffer.from('no picture'), 'avatar')).status).toBe(415)
    const refused = await posts.upload(alice, picture, 'cover')
    expect(refused).toMatchObject(TOO_MANY)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await posts.upload(bob, picture)).status).toBe(201)
    expect(await listTemporaryFolders()).toEqual([])
  })

  it('limits the bytes of a member per hour', async () => {
    await using posts = await openUploads({ limitsPerHour: { megabytes: 1 } })
    const large = Buffer.alloc(700_000, 'no picture')
    expect((await posts.upload(alice, large)).status).toBe(415)
    expect(await posts.upload(alice, large)).toMatchObject(TOO_MANY)
    expect((await posts.upload(alice, await createTestPicture())).status).toBe(201)
  })

  it('stores nothing of a picture whose client is gone, and ends its encoding', async () => {
    await using posts = await openUploads()
    const { port } = await posts.service.start(0, '127.0.0.1')
    const before = posts.encoder.processCount
    const head = '--x\r\nContent-Disposition: form-data; name="purpose"\r\n\r\npost\r\n--x\r\n'
    const request = sendRequest({
      port,
      path: '/media',
      method: 'POST',
      headers: {
        authorization: `Bearer ${posts.tokens.tokenFor(alice)}`,
        'content-type': 'multipart/form-data; boundary=x',
      },
    })
    request.on('error', () => {})
    request.write(`${head}Content-Disposition: form-data; name="file"; filename="a.gif"\r\n\r\n`)
    request.write(createHostileGif({ frames: 80 }))
    request.end('\r\n--x--\r\n')
    await eventually(() => expect(posts.encoder.processCount).toBe(before + 1))
    request.destroy()
    await eventually(() => expect(posts.encoder.processCount).toBe(before))
    await eventually(async () => expect(await listTemporaryFolders()).toEqual([]))
    expect(await posts.inspect.countRows('media')).toBe(0)
    expect(await posts.countFiles()).toBe(0)
    expect((await posts.upload(alice, await createTestPicture())).status).toBe(201)
  })

  it('reads the limits from the environment', () => {
    const needed = {
      STORE_URL: 'postgres://a',
      BUS_URL: 'postgres://a',
      STATE_URL: 'postgres://a',
      MEDIA_URL: 'file:///a',
    }
    expect(readPostsConfig(needed)).toMatchObject({ UPLOADS_PER_HOUR: 120, UPLOAD_MEGABYTES_PER_HOUR: 500 })
    expect(() => readPostsConfig({ ...needed, UPLOADS_PER_HOUR: '0' })).toThrow(/UPLOADS_PER_HOUR/)
  })
})
