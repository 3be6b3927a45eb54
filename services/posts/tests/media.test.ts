import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { describe, expect, it } from '@jest/globals'
import { isPictureFor, type MediaView, parsePictureAddress } from '@meadow/contracts'
import { createTestAnimation, createTestPicture, readPictureMetadata } from '@meadow/media/testing'
import { alice, shareAcrossTests } from '@meadow/testing'
import request from 'supertest'
import { openPosts } from './fixtures.ts'

const getPosts = shareAcrossTests(openPosts)
const listIncompleteUploads = async () =>
  (await readdir(tmpdir())).filter((name) => name.startsWith(`meadow-upload-${process.pid}-`))

describe('POST /media', () => {
  it('stores the picture as WebP at an unguessable URL', async () => {
    const { as, app } = await getPosts()
    const response = await as(alice)
      .post('/media')
      .field('purpose', 'post')
      .attach('file', await createTestPicture({ width: 120, height: 80 }), 'holiday.jpg')
    expect(response).toMatchObject({ status: 201, body: { width: 120, height: 80 } })
    const { secure_url, url } = response.body
    expect(secure_url).toMatch(new RegExp(`^/media/p/${alice._id}/[0-9a-f]{32}$`))
    expect(url).toBe(secure_url)
    expect(response.body).toMatchObject({ placeholder: expect.stringMatching(/./), sources: [{ url, width: 120 }] })

    const shown = await request(app).get(secure_url).buffer()
    expect(shown).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "sandbox; default-src 'none'",
        'content-disposition': 'inline',
      },
    })
    expect(Number(shown.headers['content-length'])).toBe(shown.body.length)
    expect(shown.body.subarray(8, 12).toString()).toBe('WEBP')
    expect(shown.body.includes('GPS')).toBe(false)
  })

  it('stores a large picture in several widths without GPS coordinates', async () => {
    const { as, app } = await getPosts()
    const response = await as(alice)
      .post('/media')
      .field('purpose', 'post')
      .attach('file', await createTestPicture({ width: 1300, height: 650 }), 'holiday.jpg')
    const { url, sources } = response.body as MediaView
    expect(sources).toEqual([
      { url: `${url}-480`, width: 480 },
      { url: `${url}-960`, width: 960 },
      { url, width: 1300 },
    ])
    for (const source of sources) {
      const { body, headers } = await request(app).get(source.url).buffer()
      expect(await readPictureMetadata(body)).toMatchObject({ format: 'webp', width: source.width })
      expect(body.includes('GPS')).toBe(false)
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'content-security-policy': "sandbox; default-src 'none'",
      })
    }
    expect(
      new Set(await Promise.all(sources.map(async ({ url }) => (await request(app).head(url)).get('etag')))).size,
    ).toBe(3)
    expect((await request(app).get(`${url}-1600`)).status).toBe(404)
  })

  it('shows a picture that was stored without narrower widths', async () => {
    const { as, inspect, uploadPicture, addPost } = await getPosts()
    const { _id, url } = await uploadPicture(alice)
    await inspect.resetPictureWidths(_id)
    const { _id: postId } = await addPost({ by: alice, image: url })
    const { body } = await as(alice).get(`/posts/${postId}`)
    expect(body.media).toMatchObject({ url, width: 60, placeholder: '', sources: [{ url, width: 60 }] })
  })

  it('marks the address of a picture with its purpose', async () => {
    const { uploadPicture } = await getPosts()
    for (const purpose of ['post', 'avatar', 'cover'] as const) {
      const { url } = await uploadPicture(alice, purpose)
      const random = parsePictureAddress(url)?.picture.random ?? ''
      expect([isPictureFor(random, 'avatar'), isPictureFor(random, 'cover')]).toEqual([
        purpose === 'avatar',
        purpose === 'cover',
      ])
    }
  })

  it('stores an animation', async () => {
    const { as } = await getPosts()
    const response = await as(alice)
      .post('/media')
      .field('purpose', 'avatar')
      .attach('file', await createTestAnimation(), 'a.gif')
    expect(response).toMatchObject({ status: 201, body: { width: 40, height: 20 } })
  })

  it('rejects other files, too large files and requests without a token, and stores nothing', async () => {
    const { as, app, inspect, countFiles } = await getPosts()
    const before = await countFiles()
    const rows = () => inspect.countRows('media')
    const rowsBefore = await rows()
    const send = (content: Buffer | string, name = 'a.png', purpose = 'post') =>
      as(alice).post('/media').field('purpose', purpose).attach('file', Buffer.from(content), name)
    const picture = await createTestPicture({ format: 'png', width: 300, height: 300 })

    const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'
    expect(await send(svg, 'a.svg')).toMatchObject({ status: 415, body: { code: 'unsupported_type' } })
    expect(await send('<!doctype html><script>alert(1)</script>')).toMatchObject({ status: 415 })
    expect(await send(picture.subarray(0, 200))).toMatchObject({ status: 400, body: { code: 'invalid_picture' } })
    const large = Buffer.concat([picture, Buffer.alloc(10 * 1024 * 1024)])
    expect(await send(large)).toMatchObject({ status: 413, body: { code: 'too_large' } })
    expect(await send(picture, 'a.png', 'world')).toMatchObject({
      status: 400,
      body: { fields: { purpose: expect.any(String) } },
    })
    expect(await as(alice).post('/media').field('purpose', 'post')).toMatchObject({
      status: 400,
      body: { fields: { file: 'Choose a picture' } },
    })
    expect(await as(alice).post('/media').send({ purpose: 'post' })).toMatchObject({ status: 415 })
    expect(await request(app).post('/media').attach('file', picture, 'a.png')).toMatchObject({
      status: 401,
      body: { code: 'token_missing' },
    })
    expect(await countFiles()).toBe(before)
    expect(await rows()).toBe(rowsBefore)
    expect(await listIncompleteUploads()).toEqual([])
  })
})

describe('GET /media/p/:owner/:random', () => {
  it('responds to HEAD, and with 304 when the client has the picture already', async () => {
    const { app, uploadPicture } = await getPosts()
    const { secure_url } = await uploadPicture(alice)
    const whole = await request(app).get(secure_url)
    const head = await request(app).head(secure_url)
    expect(head).toMatchObject({
      status: 200,
      headers: { 'content-length': whole.headers['content-length'], 'content-type': 'image/webp' },
    })
    const again = await request(app).get(secure_url).set('If-None-Match', String(whole.headers['etag']))
    expect(again).toMatchObject({ status: 304, headers: { etag: whole.headers['etag'] } })
  })

  it('returns the requested range', async () => {
    const { app, uploadPicture } = await getPosts()
    const { url } = await uploadPicture(alice)
    const { body: whole, headers } = await request(app).get(url).buffer()
    const size = whole.length
    const get = (range: string, more: Record<string, string> = {}) =>
      request(app)
        .get(url)
        .set({ Range: range, ...more })
        .buffer()
    expect(headers['accept-ranges']).toBe('bytes')

    for (const [range, start, end] of [
      ['bytes=0-0', 0, 0],
      ['bytes=4-', 4, size - 1],
      ['bytes=-5', size - 5, size - 1],
      [`bytes=8-${size + 100}`, 8, size - 1],
      ['bytes=0-3,4-9', 0, 9],
    ] as const) {
      const part = await get(range)
      expect(part).toMatchObject({
        status: 206,
        headers: {
          'content-range': `bytes ${start}-${end}/${size}`,
          'content-length': String(end - start + 1),
          'cache-control': 'public, max-age=31536000, immutable',
          'x-content-type-options': 'nosniff',
          etag: headers['etag'],
        },
      })
      expect(part.body).toEqual(whole.subarray(start, end + 1))
    }
    for (const range of ['bytes=0-1,5-6', 'bytes=x', 'lines=0-1'])
      expect(await get(range)).toMatchObject({ status: 200, body: whole })
    expect(await get('bytes=2-3', { 'If-Range': String(headers['etag']) })).toMatchObject({ status: 206 })
    expect(await get('bytes=2-3', { 'If-Range': '"another"' })).toMatchObject({ status: 200, body: whole })
    expect(await get('bytes=2-3', { 'If-None-Match': String(headers['etag']) })).toMatchObject({ status: 304 })
    expect((await request(app).head(url).set('Range', 'bytes=2-3')).status).toBe(200)
    expect(await request(app).get(url).set('Range', `bytes=${size}-`)).toMatchObject({
      status: 416,
      text: '',
      headers: { 'content-range': `bytes */${size}`, 'cache-control': 'no-store' },
    })
  })

  it.each([
    `/media/p/${alice._id}/${'0'.repeat(32)}-0`,
    `/media/p/${alice._id}/${'0'.repeat(32)}-48000`,
    `/media/p/${alice._id}/${'0'.repeat(32)}`,
    `/media/p/${alice._id}/x`,
    `/media/p/${alice._id.toUpperCase()}/${'0'.repeat(32)}`,
    `/media/p/${alice._id}/..%2f..%2fetc%2fpasswd`,
    `/media/p/../../etc/passwd`,
    `/media/p/${alice._id}/${'0'.repeat(31)}%00`,
    `/media/p/%2e%2e/${'0'.repeat(32)}`,
  ])('returns 404 for %s', async (path) => {
    const { app } = await getPosts()
    const response = await request(app).get(path)
    expect(response.status).toBe(404)
    expect(response.headers['cache-control']).toBe('no-store')
  })
})
