import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApiClient } from '@meadow/testing/api-client'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, test } from './src/fixtures.ts'
import { createGif } from './src/pictures/animations.ts'
import {
  ADOBE_RGB_PROFILE,
  addPngChunks,
  COLUMNS,
  createAnimatedPng,
  createPngChunk,
  joinJpegs,
  openChart,
  ROWS,
  removeJpegProfile,
  toUInt32,
} from './src/pictures/chart.ts'

/** Of a channel, 0 to 255. WebP loses a little; browsers and libvips round profiles of printing presses differently. */
const TOLERANCE = 6
const PRESS_TOLERANCE = 24

const JPEG = { quality: 95, chromaSubsampling: '4:4:4' } as const
const createGamma = (gamma: number) => createPngChunk('gAMA', toUInt32(Math.round(100_000 / gamma)))

/** Creates pictures as cameras and programs write them. `adobeRgb` is the path of a colour profile. */
async function createPictures(adobeRgb: string): Promise<Record<string, Buffer>> {
  const png = await openChart().png().toBuffer()
  const png16 = await openChart().toColourspace('rgb16').png().toBuffer()
  const greyPng = await openChart().toColourspace('b-w').png().toBuffer()
  const jpeg = await openChart().jpeg(JPEG).toBuffer()
  const press = await openChart().toColourspace('cmyk').withIccProfile('cmyk').jpeg(JPEG).toBuffer()
  const translucent = openChart().ensureAlpha(0.5)
  const turned: Record<string, Buffer> = {}
  for (const orientation of [1, 2, 3, 4, 5, 6, 7, 8])
    turned[`JPEG of orientation ${orientation}`] = await openChart().jpeg(JPEG).withMetadata({ orientation }).toBuffer()
  return {
    ...turned,
    'PNG of orientation 6': await openChart().png().withMetadata({ orientation: 6 }).toBuffer(),
    'progressive JPEG': await openChart()
      .jpeg({ ...JPEG, progressive: true })
      .toBuffer(),
    'two JPEGs in a file': joinJpegs(jpeg, await openChart().negate().jpeg(JPEG).toBuffer()),
    'JPEG of a printing press': press,
    'CMYK JPEG without a profile': removeJpegProfile(press),
    'JPEG in Display P3': await openChart().withIccProfile('p3').jpeg(JPEG).toBuffer(),
    'JPEG in Adobe RGB': await openChart().withIccProfile(adobeRgb).jpeg(JPEG).toBuffer(),
    'grey JPEG': await openChart().greyscale().jpeg(JPEG).toBuffer(),
    'PNG in Adobe RGB': await openChart().withIccProfile(adobeRgb).png().toBuffer(),
    '16-bit PNG': png16,
    '16-bit PNG in Display P3': await openChart().toColourspace('rgb16').withIccProfile('p3').png().toBuffer(),
    '16-bit PNG in Adobe RGB': await openChart().toColourspace('rgb16').withIccProfile(adobeRgb).png().toBuffer(),
    'PNG with the gamma of light': addPngChunks(png, createGamma(1)),
    'PNG with the gamma of an old Mac': addPngChunks(png, createGamma(1.8)),
    'PNG with the gamma of a screen': addPngChunks(png, createGamma(2.2)),
    'PNG with a gamma that sRGB replaces': addPngChunks(png, createPngChunk('sRGB', Buffer.of(0)), createGamma(1)),
    'grey PNG with a gamma': addPngChunks(greyPng, createGamma(1)),
    '16-bit PNG with a gamma': addPngChunks(png16, createGamma(1)),
    '16-bit grey PNG': await openChart().toColourspace('grey16').png().toBuffer(),
    '16-bit grey PNG with a gamma': addPngChunks(
      await openChart().toColourspace('grey16').png().toBuffer(),
      createGamma(1),
    ),
    'PNG with a transparent colour': addPngChunks(png, createPngChunk('tRNS', Buffer.from('00d2002d002d', 'hex'))),
    'translucent PNG': await translucent.clone().png().toBuffer(),
    '16-bit translucent PNG': await translucent.clone().toColourspace('rgb16').png().toBuffer(),
    'PNG with a palette': await openChart().png({ palette: true }).toBuffer(),
    'translucent PNG with a palette': await translucent.clone().png({ palette: true }).toBuffer(),
    'interlaced PNG': await openChart().png({ progressive: true }).toBuffer(),
    'animated PNG': createAnimatedPng(png, await openChart().negate().png().toBuffer()),
    'WebP in Display P3': await openChart().withIccProfile('p3').webp({ quality: 95 }).toBuffer(),
    'lossless WebP': await openChart().webp({ lossless: true }).toBuffer(),
    GIF: await openChart().gif().toBuffer(),
    'tall screenshot': await openChart().resize(1080, 20_000, { fit: 'fill', kernel: 'nearest' }).png().toBuffer(),
    'wide panorama': await openChart().resize(12_000, 600, { fit: 'fill', kernel: 'nearest' }).png().toBuffer(),
  }
}

/** A picture as this browser shows it. */
type ShownPicture = { width: number; height: number; colours: number[][] }

/** Shows a picture, and reads the colours of its patches, which a quarter turn moves. */
const show = (page: Page, content: Buffer): Promise<ShownPicture> =>
  page.evaluate(
    async ({ base64, columns, rows }) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
      const picture = new Image()
      picture.src = URL.createObjectURL(new Blob([bytes]))
      await picture.decode()
      const { naturalWidth: width, naturalHeight: height } = picture
      const isTurned = height > width && height < 2 * width
      const [across, down] = isTurned ? [rows, columns] : [columns, rows]
      const context = new OffscreenCanvas(1, 1).getContext('2d')
      const colours = Array.from({ length: columns * rows }, (_, index) => {
        const [x, y] = [(index % across) + 0.5, Math.floor(index / across) + 0.5]
        context?.clearRect(0, 0, 1, 1)
        context?.drawImage(picture, (x / across) * width, (y / down) * height, 1, 1, 0, 0, 1, 1)
        return [...(context?.getImageData(0, 0, 1, 1).data ?? [])]
      })
      return { width, height, colours }
    },
    { base64: content.toString('base64'), columns: COLUMNS, rows: ROWS },
  )

/** Returns the greatest difference of a channel. */
const compareColours = (one: number[][], other: number[][]): number =>
  Math.max(...one.flatMap((colour, patch) => colour.map((value, at) => Math.abs(value - (other[patch]?.[at] ?? 0)))))

/** Opens an empty page of the product's origin, which may decode animations. */
async function openPage(page: Page, url: string): Promise<void> {
  await page.route('**/empty', (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  await page.goto(`${url}/empty`)
}

test('pictures of cameras and programs are served with the shape and colours that this browser shows for them', async ({
  browser,
  stack,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'meadow-colours-'))
  const adobeRgb = join(folder, 'adobe-rgb.icc')
  await writeFile(adobeRgb, ADOBE_RGB_PROFILE)
  const pictures = await createPictures(adobeRgb)
  await rm(folder, { recursive: true })
  const { register, uploadPicture } = createApiClient(stack.url)
  const member = await register('Cleo Colour')
  const page = await browser.newPage()
  await openPage(page, stack.url)
  for (const [name, content] of Object.entries(pictures)) {
    const address = await uploadPicture(member, 'post', content)
    const original = await show(page, content)
    const served = await show(page, Buffer.from(await (await fetch(`${stack.url}${address}`)).arrayBuffer()))
    const tolerance = name.endsWith('press') ? PRESS_TOLERANCE : TOLERANCE
    expect.soft(served.width / served.height, name).toBeCloseTo(original.width / original.height, 2)
    expect.soft(compareColours(original.colours, served.colours), name).toBeLessThanOrEqual(tolerance)
  }
  await page.close()
})

/** Decodes all frames of an animation, and reads four of their pixels and their times. */
const readFrames = (page: Page, content: Buffer, type: string): Promise<{ colours: number[][]; times: number[] }> =>
  page.evaluate(
    async ({ base64, type }) => {
      const data = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
      const decoder = new ImageDecoder({ data, type })
      await Promise.all([decoder.tracks.ready, decoder.completed])
      const context = new OffscreenCanvas(1, 1).getContext('2d')
      const [colours, times] = [[] as number[][], [] as number[]]
      for (let frameIndex = 0; frameIndex < (decoder.tracks.selectedTrack?.frameCount ?? 0); frameIndex += 1) {
        const { image } = await decoder.decode({ frameIndex })
        for (const [x, y] of [
          [4, 4],
          [28, 4],
          [4, 20],
          [28, 20],
        ] as const) {
          context?.clearRect(0, 0, 1, 1)
          context?.drawImage(image, x, y, 1, 1, 0, 0, 1, 1)
          colours.push([...(context?.getImageData(0, 0, 1, 1).data ?? [])])
        }
        times.push(image.duration ?? 0)
        image.close()
      }
      return { colours, times }
    },
    { base64: content.toString('base64'), type },
  )

test('each frame of an animation is served as this browser shows it', async ({ browser, stack }) => {
  const whole = { x: 0, y: 0, width: 32, height: 24 }
  const left = { x: 0, y: 0, width: 16, height: 24 }
  const bottom = { x: 0, y: 12, width: 32, height: 12 }
  const content = createGif(32, 24, [
    { ...whole, colour: 0, disposal: 'keep' },
    { ...left, colour: 1, disposal: 'previous' },
    { ...bottom, colour: 2, disposal: 'background' },
    { ...left, colour: 3, disposal: 'keep' },
    { ...left, colour: 2, disposal: 'background' },
    { ...bottom, colour: 1, disposal: 'keep' },
  ])
  const { register, uploadPicture } = createApiClient(stack.url)
  const address = await uploadPicture(await register('Ani Mated'), 'post', content)
  const page = await browser.newPage()
  await openPage(page, stack.url)
  const original = await readFrames(page, content, 'image/gif')
  const served = Buffer.from(await (await fetch(`${stack.url}${address}`)).arrayBuffer())
  const shown = await readFrames(page, served, 'image/webp')
  expect(new Set(original.colours.map(String)).size).toBe(4) // three colours, and none
  expect(shown.times).toEqual(original.times)
  expect(compareColours(original.colours, shown.colours)).toBeLessThanOrEqual(TOLERANCE)
  expect(await sharp(served, { animated: true }).metadata()).toMatchObject({ pages: 6 })
  await page.close()
})
