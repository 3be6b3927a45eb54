import { describe, expect, it } from '@jest/globals'
import type { PICTURE_LIMITS } from '@meadow/contracts/limits'
import { readPictureFile } from '@meadow/contracts/picture-file'
import { createTestAnimation, createTestPicture } from '@meadow/media/testing'
import sharp from 'sharp'

/** Builds the files of one picture of 300 x 200 pixels in all forms that encoders write. */
async function createFiles(): Promise<[string, Buffer][]> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const base = sharp({ create: { width: 300, height: 200, channels: 3, background: 'white', noise } })
  const gif = await base.clone().gif().toBuffer()
  return [
    ['jpeg', await base.clone().jpeg().toBuffer()],
    [
      'progressive jpeg',
      await base
        .clone()
        .jpeg({ progressive: true })
        .withExif({ IFD0: { Copyright: 'x' } })
        .toBuffer(),
    ],
    ['png', await base.clone().png().toBuffer()],
    ['lossy webp', await base.clone().webp().toBuffer()],
    ['lossless webp', await base.clone().webp({ lossless: true }).toBuffer()],
    [
      'extended webp',
      await base
        .clone()
        .ensureAlpha(0.5)
        .webp()
        .withExif({ IFD0: { Copyright: 'x' } })
        .toBuffer(),
    ],
    ['gif', gif],
  ]
}
const files = await createFiles()

describe.each(files)('a %s', (name, content) => {
  it('tells its type and size', () => {
    const type = `image/${name.split(' ').at(-1)}` as (typeof PICTURE_LIMITS.types)[number]
    expect(readPictureFile(content)).toEqual({ type, width: 300, height: 200, frames: 1, end: 'whole' })
  })

  it('is whole with something behind its end', () => {
    expect(readPictureFile(Buffer.concat([content, Buffer.from('\xff\xd8 something')]))?.end).toBe('whole')
  })

  it('is not whole wherever it is cut', () => {
    for (let share = 0.1; share < 0.95; share += 0.1) {
      const cut = readPictureFile(content.subarray(0, content.length * share))
      expect(cut?.end).toBe(name.endsWith('jpeg') ? 'unmarked' : 'cut')
    }
  })

  it('is read from any bytes without a failure', () => {
    for (let seed = 1; seed < 500; seed += 1) {
      const damaged = Buffer.from(content)
      for (let at = 8 + (seed % 7); at < damaged.length; at += 1 + ((seed * 7919) % 900))
        damaged[at] = (seed * at) % 256
      expect(['whole', 'unmarked', 'cut', undefined]).toContain(readPictureFile(damaged)?.end)
    }
  })
})

it.each(['gif', 'webp'] as const)('an animated %s tells its frames', async (format) => {
  const gif = await createTestAnimation({ width: 40, height: 30, frames: 7 })
  const content = format === 'gif' ? gif : await sharp(gif, { animated: true }).webp().toBuffer()
  expect(readPictureFile(content)).toMatchObject({ type: `image/${format}`, width: 40, height: 30, frames: 7 })
})

it('other files are no pictures', async () => {
  const avif = await sharp(await createTestPicture())
    .avif()
    .toBuffer()
  const tiff = await sharp(await createTestPicture())
    .tiff()
    .toBuffer()
  for (const content of [avif, tiff, Buffer.from('<svg/>'), Buffer.from('G'), Buffer.alloc(0), Buffer.from('GIF87')])
    expect(readPictureFile(content)).toBeUndefined()
})
