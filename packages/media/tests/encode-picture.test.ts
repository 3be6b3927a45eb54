import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import sharp from 'sharp'
import { encodePicture } from '../src/index.ts'
import { testAnimation, testPicture } from '../src/testing.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'meadow-encode-'))
})
afterAll(() => rm(folder, { recursive: true }))

let files = 0
async function encode(content: Buffer | string) {
  files += 1
  const file = join(folder, `${files}.png`)
  await writeFile(file, content)
  return encodePicture(file)
}

describe('encodePicture', () => {
  it.each(['jpeg', 'png', 'webp'] as const)('turns %s into WebP of the same size', async (format) => {
    const picture = await encode(await testPicture({ format, width: 300, height: 200 }))
    expect(picture).toMatchObject({ width: 300, height: 200, type: 'image/webp' })
    expect(await sharp(picture.content).metadata()).toMatchObject({ format: 'webp', width: 300, height: 200 })
  })

  it('makes large pictures 2048 pixels wide or high', async () => {
    expect(await encode(await testPicture({ width: 4096, height: 1024 }))).toMatchObject({ width: 2048, height: 512 })
    expect(await encode(await testPicture({ width: 100, height: 3000 }))).toMatchObject({ width: 68, height: 2048 })
  })

  it('turns a picture upright as its camera noted', async () => {
    const lying = await sharp(await testPicture({ width: 300, height: 200 }))
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect(await encode(lying)).toMatchObject({ width: 200, height: 300 })
  })

  it('drops what the camera noted, the place above all', async () => {
    const taken = await testPicture()
    expect(await sharp(taken).metadata()).toHaveProperty('exif')
    const { content } = await encode(taken)
    const kept = await sharp(content).metadata()
    expect([kept.exif, kept.xmp, kept.iptc, kept.icc]).toEqual([undefined, undefined, undefined, undefined])
    expect(content.includes('GPS') || content.includes('Camera')).toBe(false)
  })

  it('keeps an animation moving', async () => {
    const picture = await encode(await testAnimation({ width: 40, height: 20, frames: 3 }))
    expect(picture).toMatchObject({ width: 40, height: 20, type: 'image/webp' })
    expect(await sharp(picture.content, { animated: true }).metadata()).toMatchObject({
      pages: 3,
      delay: [100, 100, 100],
    })
  })

  it.each([
    ['nothing', ''],
    ['text', 'hello'],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['SVG with a declaration', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['HTML', '<!doctype html><html><script>alert(1)</script></html>'],
    ['PDF', '%PDF-1.7\n1 0 obj'],
    ['a bitmap', Buffer.concat([Buffer.from('BM'), Buffer.alloc(100)])],
  ])('refuses %s whatever its name', async (_, content) => {
    await expect(encode(content)).rejects.toMatchObject({ code: 'unsupported_type' })
  })

  it.each([
    ['a page', '<html><script>alert(1)</script></html>'],
    ['an SVG', '<SVG onload=alert(1)>'],
    ['a script', '<?php system($_GET[0]) ?>'],
    ['a document', '%PDF-1.4'],
    ['an archive', Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)])],
  ])('refuses a picture that is %s, too', async (_, foreign) => {
    const picture = await testPicture({ format: 'png', width: 900, height: 900 })
    await expect(encode(Buffer.concat([picture, Buffer.from(foreign)]))).rejects.toMatchObject({
      code: 'unsupported_type',
    })
  })

  it('refuses a GIF that is only a header before a script', async () => {
    await expect(encode('GIF89a/*<script>*/=alert(1)//')).rejects.toMatchObject({ code: 'unsupported_type' })
    await expect(encode('GIF89a/**/=alert(1)//;')).rejects.toMatchObject({ code: 'invalid_picture' })
  })

  it.each(['jpeg', 'png', 'webp', 'gif'] as const)('refuses a %s that is cut', async (format) => {
    const whole = format === 'gif' ? await testAnimation() : await testPicture({ format, width: 600, height: 400 })
    await expect(encode(whole.subarray(0, Math.floor(whole.length * 0.6)))).rejects.toMatchObject({
      code: 'invalid_picture',
    })
  })

  it('refuses more than 50 megapixels without decoding them', async () => {
    const bomb = await sharp({ create: { width: 8_000, height: 6_251, channels: 3, background: 'white' } })
      .png({ compressionLevel: 9 })
      .toBuffer()
    await expect(encode(bomb)).rejects.toMatchObject({ code: 'too_large' })
  })

  it('does several at once', async () => {
    const pictures = await Promise.all(
      Array.from({ length: 6 }, async () => encode(await testPicture({ width: 400, height: 300 }))),
    )
    expect(pictures.map(({ width }) => width)).toEqual([400, 400, 400, 400, 400, 400])
  })
})
