import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import sharp from 'sharp'
import { thumbHashToApproximateAspectRatio, thumbHashToAverageRGBA } from 'thumbhash'
import { encodeWithSharp } from '../src/pictures/sharp-encoder.ts'
import { createHostileGif, createTestAnimation, createTestPicture } from '../src/testing.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'meadow-encode-'))
})
afterAll(() => rm(folder, { recursive: true }))

let files = 0
async function write(content: Buffer | string): Promise<string> {
  files += 1
  const file = join(folder, `${files}.png`)
  await writeFile(file, content)
  return file
}

/** A busy machine takes long, and then the picture counts as too large. */
const STEP_TIMEOUT_SECONDS = 60
const encode = async (content: Buffer | string) => encodeWithSharp(await write(content), STEP_TIMEOUT_SECONDS)

describe('encodeWithSharp', () => {
  it.each(['jpeg', 'png', 'webp'] as const)('converts %s to WebP of the same size', async (format) => {
    const picture = await encode(await createTestPicture({ format, width: 300, height: 200 }))
    expect(picture).toMatchObject({ width: 300, height: 200, type: 'image/webp' })
    expect(await sharp(picture.content).metadata()).toMatchObject({ format: 'webp', width: 300, height: 200 })
  })

  it.each([
    ['a panorama', 4096, 1024, 4096, 1024],
    ['a photo', 4096, 4096, 2048, 2048],
    ['a long screenshot', 1080, 20_000, 476, 8813],
    ['a sliver', 1, 20_000, 1, 16_383],
    ['a flat sliver', 20_000, 1, 16_383, 1],
  ])('keeps the shape of %s and limits its area', async (_, width, height, expectedWidth, expectedHeight) => {
    expect(await encode(await createTestPicture({ width, height, format: 'png' }))).toMatchObject({
      width: expectedWidth,
      height: expectedHeight,
    })
  })

  it.each([
    [300, 200, []],
    [500, 300, []],
    [960, 640, [480]],
    [2000, 1000, [480, 960, 1600]],
    [4096, 2048, [480, 960, 1600]], // as 2896 x 1448
  ])('encodes a picture of %d x %d in the expected narrower widths', async (width, height, widths) => {
    const { narrower, ...picture } = await encode(await createTestPicture({ width, height }))
    expect(narrower.map((one) => one.width)).toEqual(widths)
    for (const { width, content } of narrower)
      expect(await sharp(content).metadata()).toMatchObject({
        format: 'webp',
        width,
        height: Math.round((width * picture.height) / picture.width),
      })
  })

  it('creates a placeholder of the same shape and colour', async () => {
    const still = await encode(await createTestPicture({ width: 300, height: 200 }))
    const hash = Buffer.from(still.placeholder, 'base64')
    expect(hash.length).toBeLessThan(30)
    expect(thumbHashToApproximateAspectRatio(hash)).toBeCloseTo(1.5, 0)
    const { r, g, b, a } = thumbHashToAverageRGBA(hash)
    for (const [actual, expected] of [
      [r, 0x2f],
      [g, 0x7d],
      [b, 0x4f],
      [a, 0xff],
    ] as const)
      expect(Math.abs(actual - expected / 255)).toBeLessThan(0.05)
    expect((await encode(await createTestAnimation())).placeholder).toMatch(/^[A-Za-z0-9+/]+=*$/)
  })

  it('keeps grey and transparent pictures', async () => {
    const grey = await sharp(await createTestPicture())
      .greyscale()
      .png()
      .toBuffer()
    expect(await encode(grey)).toMatchObject({ width: 60, height: 40, placeholder: expect.stringMatching(/./) })
    const clear = { r: 200, g: 0, b: 0, alpha: 0.25 }
    const glass = await encode(
      await sharp({ create: { width: 1000, height: 500, channels: 4, background: clear } })
        .png()
        .toBuffer(),
    )
    for (const content of [glass.content, ...glass.narrower.map((one) => one.content)])
      expect((await sharp(content).stats()).isOpaque).toBe(false)
  })

  it('rotates a picture by its Exif orientation', async () => {
    const rotated = await sharp(await createTestPicture({ width: 300, height: 200 }))
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect(await encode(rotated)).toMatchObject({ width: 200, height: 300 })
  })

  it('removes metadata, including GPS coordinates', async () => {
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const withMetadata = await sharp(await createTestPicture({ format, width: 700, height: 500 }))
        .keepExif()
        .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><exif:GPSLatitude>46,57N</exif:GPSLatitude></x:xmpmeta>')
        .toBuffer()
      const metadata = await sharp(withMetadata).metadata()
      expect([metadata.exif, metadata.xmp]).toEqual([expect.any(Buffer), expect.any(Buffer)])
      const { content, narrower } = await encode(withMetadata)
      expect(narrower).toHaveLength(1)
      for (const file of [content, ...narrower.map((one) => one.content)]) {
        const metadata = await sharp(file).metadata()
        expect([metadata.exif, metadata.xmp, metadata.iptc, metadata.icc]).toEqual([
          undefined,
          undefined,
          undefined,
          undefined,
        ])
        expect(file.includes('GPS') || file.includes('Camera')).toBe(false)
      }
    }
  })

  it('keeps the frames of an animation', async () => {
    const picture = await encode(await createTestAnimation({ width: 40, height: 20, frames: 3 }))
    expect(picture).toMatchObject({ width: 40, height: 20, type: 'image/webp', narrower: [] })
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
  ])('rejects %s under any name', async (_, content) => {
    await expect(encode(content)).rejects.toMatchObject({ code: 'unsupported_type' })
  })

  it.each([
    ['a page', '<html><script>alert(1)</script></html>'],
    ['an SVG', '<SVG onload=alert(1)>'],
    ['a script', '<?php system($_GET[0]) ?>'],
    ['a document', '%PDF-1.4'],
    ['an archive', Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)])],
    ['a video of a moving photo', Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42', 'latin1'), Buffer.alloc(5_000, 7)])],
  ])('serves nothing of %s that follows the end of a picture', async (_, foreign) => {
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const picture = await createTestPicture({ format, width: 900, height: 900 })
      const { content, narrower } = await encode(Buffer.concat([picture, Buffer.from(foreign)]))
      for (const file of [content, ...narrower.map((one) => one.content)]) expect(file.includes(foreign)).toBe(false)
    }
  })

  it('accepts a photo whose metadata contains the words of a page', async () => {
    const xmp = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><!DOCTYPE html><svg/><script/>%PDF-1</x:xmpmeta>'
    const picture = await sharp(await createTestPicture())
      .withXmp(xmp)
      .toBuffer()
    expect(picture.includes('<svg')).toBe(true)
    expect((await encode(picture)).content.includes('<svg')).toBe(false)
  })

  it('rejects a script that begins with a GIF header', async () => {
    await expect(encode('GIF89a/*<script>*/=alert(1)//')).rejects.toMatchObject({ code: 'invalid_picture' })
    await expect(encode('GIF89a/**/=alert(1)//;')).rejects.toMatchObject({ code: 'invalid_picture' })
  })

  it.each(['srgb', 'p3'])('keeps the colours of pictures with 8 and 16 bits and the profile %s', async (profile) => {
    for (const bits of [8, 16]) {
      const picture = sharp({ create: { width: 64, height: 48, channels: 3, background: { r: 230, g: 40, b: 40 } } })
      if (bits === 16) picture.toColourspace('rgb16')
      const { content } = await encode(await picture.withIccProfile(profile).png().toBuffer())
      const { channels } = await sharp(content).stats()
      for (const [index, expected] of [230, 40, 40].entries())
        expect(Math.abs((channels[index]?.mean ?? 0) - expected)).toBeLessThan(4)
    }
  })

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('shows a photo of the orientation %d upright', async (orientation) => {
    const photo = await sharp(await createTestPicture({ width: 3000, height: 2000 }))
      .withMetadata({ orientation })
      .toBuffer()
    const size = orientation < 5 ? { width: 2508, height: 1672 } : { width: 1672, height: 2508 }
    expect(await encode(photo)).toMatchObject(size)
  })

  it('shows a JPEG without its last two bytes, and rejects one whose last scan is cut off', async () => {
    for (const progressive of [false, true]) {
      const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
      const create = { width: 600, height: 400, channels: 3, background: 'white', noise } as const
      const whole = await sharp({ create }).jpeg({ progressive }).toBuffer()
      expect(await encode(whole.subarray(0, -2))).toMatchObject({ width: 600, height: 400 })
      for (const missing of [12, 2_000])
        await expect(encode(whole.subarray(0, -missing))).rejects.toMatchObject({ code: 'invalid_picture' })
    }
  })

  it('shows a GIF without its trailer or with padding behind it, and rejects one that is cut off', async () => {
    const whole = await createTestAnimation()
    const padded = Buffer.concat([whole, Buffer.alloc(200, 7)])
    for (const content of [whole.subarray(0, -1), padded]) {
      const picture = await encode(content)
      expect(await sharp(picture.content, { animated: true }).metadata()).toMatchObject({ pages: 3 })
    }
    for (const missing of [2, 3, 10])
      await expect(encode(whole.subarray(0, -missing))).rejects.toMatchObject({ code: 'invalid_picture' })
  })

  it('shows the first frame of an animated PNG', async () => {
    const picture = await createTestPicture({ format: 'png' })
    const toChunk = (type: string, data: Buffer) => {
      const body = Buffer.concat([Buffer.from(type), data])
      const number = Buffer.alloc(8)
      number.writeUInt32BE(data.length)
      number.writeUInt32BE(crc32(body), 4)
      return Buffer.concat([number.subarray(0, 4), body, number.subarray(4)])
    }
    const animation = toChunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]))
    expect(await encode(Buffer.concat([picture.subarray(0, 33), animation, picture.subarray(33)]))).toMatchObject({
      width: 60,
      height: 40,
    })
  })

  it.each(['jpeg', 'png', 'webp', 'gif'] as const)('rejects a truncated %s', async (format) => {
    const whole =
      format === 'gif' ? await createTestAnimation() : await createTestPicture({ format, width: 600, height: 400 })
    await expect(encode(whole.subarray(0, Math.floor(whole.length * 0.6)))).rejects.toMatchObject({
      code: 'invalid_picture',
    })
  })

  it('rejects more than 50 megapixels without decoding them', async () => {
    const bomb = await sharp({ create: { width: 8_000, height: 6_251, channels: 3, background: 'white' } })
      .png({ compressionLevel: 9 })
      .toBuffer()
    await expect(encode(bomb)).rejects.toMatchObject({ code: 'too_large' })
  })

  it.each([
    ['with many large frames', () => createHostileGif()],
    ['with more than 20 megapixels in all frames', () => createHostileGif({ side: 1_000, frames: 21 })],
    ['with more than 500 frames', () => createHostileGif({ side: 16, frames: 501 })],
    ['that has more than 10 MB as WebP', () => createHostileGif({ side: 500, frames: 80 })],
  ])('rejects an animation %s', async (_, create) => {
    await expect(encode(create())).rejects.toMatchObject({ code: 'animation_too_large' })
  })

  it('rejects an animation of 50 megapixels without decoding it', async () => {
    const hostile = createHostileGif()
    expect(hostile.length).toBeLessThan(2_200_000)
    const before = process.cpuUsage()
    await expect(encode(hostile)).rejects.toMatchObject({ code: 'animation_too_large' })
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1_000_000).toBeLessThan(1) // to encode it takes 11 s
  })

  it('accepts an animation of 20 megapixels', async () => {
    const picture = await encode(await createTestAnimation({ width: 500, height: 400, frames: 100 }))
    expect(picture).toMatchObject({ width: 500, height: 400 })
  })

  it('rejects a wrong size in the header', async () => {
    const claiming = Buffer.from(await createTestPicture({ format: 'png' }))
    claiming.writeUInt32BE(100_000, 16)
    claiming.writeUInt32BE(100_000, 20)
    await expect(encode(claiming)).rejects.toMatchObject({
      code: expect.stringMatching(/^(?:too_large|invalid_picture)$/),
    })
  })
})
