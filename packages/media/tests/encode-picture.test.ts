import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

  it('scales large pictures down to 2048 pixels', async () => {
    expect(await encode(await createTestPicture({ width: 4096, height: 1024 }))).toMatchObject({
      width: 2048,
      height: 512,
    })
    expect(await encode(await createTestPicture({ width: 100, height: 3000 }))).toMatchObject({
      width: 68,
      height: 2048,
    })
  })

  it.each([
    [300, 200, []],
    [500, 300, []],
    [960, 640, [480]],
    [2000, 1000, [480, 960, 1600]],
    [4096, 2048, [480, 960, 1600]],
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
  ])('rejects a picture that is also %s', async (_, foreign) => {
    const picture = await createTestPicture({ format: 'png', width: 900, height: 900 })
    await expect(encode(Buffer.concat([picture, Buffer.from(foreign)]))).rejects.toMatchObject({
      code: 'unsupported_type',
    })
  })

  it('rejects a script that begins with a GIF header', async () => {
    await expect(encode('GIF89a/*<script>*/=alert(1)//')).rejects.toMatchObject({ code: 'unsupported_type' })
    await expect(encode('GIF89a/**/=alert(1)//;')).rejects.toMatchObject({ code: 'invalid_picture' })
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
