import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { describe, expect, it } from '@jest/globals'
import { testAnimation, testPicture } from '@meadow/media/testing'
import { alice } from '@meadow/service/testing'
import { usingOnce } from '@meadow/storage/testing'
import request from 'supertest'
import { startPosts } from './given.ts'

const started = usingOnce(startPosts)
const unfinished = async () =>
  (await readdir(tmpdir())).filter((name) => name.startsWith(`meadow-upload-${process.pid}-`))

describe('POST /media', () => {
  it('keeps the picture as WebP at an address that cannot be guessed', async () => {
    const { as, app } = await started()
    const answer = await as(alice)
      .post('/media')
      .field('purpose', 'post')
      .attach('file', await testPicture({ width: 120, height: 80 }), 'holiday.jpg')
    expect(answer).toMatchObject({ status: 201, body: { width: 120, height: 80 } })
    const { secure_url, url } = answer.body
    expect(secure_url).toMatch(new RegExp(`^/media/p/${alice._id}/[0-9a-f]{32}$`))
    expect(url).toBe(secure_url)

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

  it('keeps an animation', async () => {
    const { as } = await started()
    const answer = await as(alice)
      .post('/media')
      .field('purpose', 'avatar')
      .attach('file', await testAnimation(), 'a.gif')
    expect(answer).toMatchObject({ status: 201, body: { width: 40, height: 20 } })
  })

  it('refuses what is no picture, too much or not signed in, and keeps nothing of it', async () => {
    const { as, app, countFiles, pool } = await started()
    const before = await countFiles()
    const rows = async () => (await pool.query('select 1 from media')).rowCount
    const rowsBefore = await rows()
    const send = (content: Buffer | string, name = 'a.png', purpose = 'post') =>
      as(alice).post('/media').field('purpose', purpose).attach('file', Buffer.from(content), name)
    const picture = await testPicture({ format: 'png', width: 300, height: 300 })

    const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'
    expect(await send(svg, 'a.svg')).toMatchObject({ status: 415, body: { code: 'unsupported_type' } })
    expect(await send('<!doctype html><script>alert(1)</script>')).toMatchObject({ status: 415 })
    expect(await send(Buffer.concat([picture, Buffer.from('<script>')]))).toMatchObject({ status: 415 })
    expect(await send(picture.subarray(0, 200))).toMatchObject({ status: 400, body: { code: 'invalid_picture' } })
    expect(await send(Buffer.alloc(10 * 1024 * 1024 + 1))).toMatchObject({ status: 413, body: { code: 'too_large' } })
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
    expect(await unfinished()).toEqual([])
  })
})

describe('GET /media/p/:owner/:random', () => {
  it('answers HEAD, and 304 to who has it already', async () => {
    const { app, given } = await started()
    const { secure_url } = await given.picture(alice)
    const whole = await request(app).get(secure_url)
    const head = await request(app).head(secure_url)
    expect(head).toMatchObject({
      status: 200,
      headers: { 'content-length': whole.headers['content-length'], 'content-type': 'image/webp' },
    })
    const again = await request(app).get(secure_url).set('If-None-Match', String(whole.headers['etag']))
    expect(again).toMatchObject({ status: 304, headers: { etag: whole.headers['etag'] } })
  })

  it.each([
    `/media/p/${alice._id}/${'0'.repeat(32)}`,
    `/media/p/${alice._id}/x`,
    `/media/p/${alice._id.toUpperCase()}/${'0'.repeat(32)}`,
    `/media/p/${alice._id}/..%2f..%2fetc%2fpasswd`,
    `/media/p/../../etc/passwd`,
    `/media/p/${alice._id}/${'0'.repeat(31)}%00`,
    `/media/p/%2e%2e/${'0'.repeat(32)}`,
  ])('knows nothing at %s', async (path) => {
    const { app } = await started()
    const answer = await request(app).get(path)
    expect(answer.status).toBe(404)
    expect(answer.headers['cache-control']).toBe('no-store')
  })
})
