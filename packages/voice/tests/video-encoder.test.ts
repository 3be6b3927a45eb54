import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { openPictureEncoder } from '@meadow/media'
import { openVideoEncoder, readVideoFormat } from '../src/index.ts'
import { preparePlayableMp4 } from '../src/playable-mp4.ts'
import type { SampleVideo } from './create-video-process.ts'
import {
  createSampleVideo,
  emptyLastTrack,
  lieAboutDuration,
  readLastTrackSeconds,
  repeatTracks,
  turnVideo,
} from './sample-video.ts'

const never = new AbortController().signal
const encoder = openVideoEncoder()
const recordings = join(import.meta.dirname, 'recordings')

let folder: string
let fileCount = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'meadow-video-'))
})
afterAll(() => rm(folder, { recursive: true }))

const newFile = (extension: string) => join(folder, `file-${++fileCount}.${extension}`)

async function write(content: Buffer | string): Promise<string> {
  const file = newFile('bin')
  await writeFile(file, content)
  return file
}

async function create(video: Partial<SampleVideo> & { extension?: string } = {}): Promise<string> {
  const { extension = 'mp4', ...fields } = video
  const target = newFile(extension)
  await createSampleVideo({ width: 320, height: 180, rate: 30, frameCount: 30, ...fields, target })
  return target
}

async function encode(file: string) {
  const [target, poster] = [newFile('mp4'), newFile('png')]
  return { target, poster, encoding: await encoder.encode({ file, target, poster }, never) }
}

/** Encodes a file, and reads what the header of the result says. */
async function encodeAndRead(file: string) {
  const { target, encoding } = await encode(file)
  return { content: await readFile(target), encoding, header: await preparePlayableMp4(target) }
}

describe('the video encoder', () => {
  it('encodes what Chromium records as H.264, which plays before it is loaded, with a poster', async () => {
    const { target, poster, encoding } = await encode(join(recordings, 'video.webm'))
    expect(encoding).toMatchObject({ video: { durationMs: expect.any(Number), width: expect.any(Number) } })
    const content = await readFile(target)
    expect(await readVideoFormat(target)).toBe('mp4')
    expect(content.includes('avc1')).toBe(true)
    expect(content.indexOf('moov')).toBeLessThan(content.indexOf('mdat'))
    expect(content.toString('latin1')).not.toMatch(/Recorder|location/)
    using pictures = openPictureEncoder()
    const picture = await pictures.encode(poster, never)
    const { width, height } = (encoding as { video: { width: number; height: number } }).video
    expect({ width: picture.width, height: picture.height }).toEqual({ width, height })
  })

  it('measures the duration, keeps the sound, and ignores a header that lies', async () => {
    const file = await create({ hasSound: true, frameCount: 60 })
    const lying = await write(lieAboutDuration(await readFile(file), 7_200))
    const { content, encoding, header } = await encodeAndRead(lying)
    expect(encoding).toMatchObject({ video: { width: 320, height: 180 } })
    const { durationMs } = (encoding as { video: { durationMs: number } }).video
    expect(Math.abs(durationMs - 2_000)).toBeLessThan(150)
    expect(Math.abs((header?.durationMs ?? 0) - 2_000)).toBeLessThan(150)
    expect(content.includes('mp4a')).toBe(true)
  })

  it('keeps the sound from its beginning to its end', async () => {
    const file = await create({ hasSound: true, frameCount: 60 })
    const { content } = await encodeAndRead(file)
    expect(readLastTrackSeconds(content)).toBeGreaterThanOrEqual(2)
    expect(readLastTrackSeconds(content)).toBeLessThan(2.1)
  })

  it('encodes a video whose sound is empty as one without sound', async () => {
    const empty = await write(emptyLastTrack(await readFile(await create({ hasSound: true }))))
    const { content, encoding, header } = await encodeAndRead(empty)
    expect(encoding).toMatchObject({ video: { width: 320, height: 180 } })
    expect(header).toMatchObject({ width: 320, height: 180 })
    expect(content.includes('mp4a')).toBe(false)
  })

  it('encodes a video without sound', async () => {
    const { content, encoding } = await encodeAndRead(await create())
    expect(encoding).toMatchObject({ video: { width: 320, height: 180 } })
    expect(content.includes('mp4a')).toBe(false)
  })

  it.each([
    ['1080p', { width: 1_920, height: 1_080 }, [1_280, 720]],
    ['an odd size', { width: 322, height: 182, rate: 25 }, [322, 182]],
    ['HEVC, as phones record', { codec: 'hevc' as const }, [320, 180]],
    ['60 frames per second of 8K', { width: 7_680, height: 4_320, rate: 60, frameCount: 3 }, [1_280, 720]],
    ['QuickTime', { extension: 'mov' }, [320, 180]],
    ['Matroska', { extension: 'mkv' }, [320, 180]],
  ])('encodes %s', async (_, video, [width, height]) => {
    const { encoding, header } = await encodeAndRead(await create(video))
    expect(encoding).toMatchObject({ video: { width, height } })
    expect(header).toMatchObject({ width, height })
  })

  it('turns the video of a phone upright, once', async () => {
    const turned = await write(turnVideo(await readFile(await create())))
    const { encoding, header } = await encodeAndRead(turned)
    expect(encoding).toMatchObject({ video: { width: 180, height: 320 } })
    expect(header).toMatchObject({ width: 180, height: 320 })
  })

  it('encodes what is left of a recording that was cut off', async () => {
    const content = await readFile(join(recordings, 'video.webm'))
    const { encoding, header } = await encodeAndRead(await write(content.subarray(0, content.length / 2)))
    expect(encoding).toMatchObject({ video: { durationMs: expect.any(Number) } })
    expect(header?.durationMs).toBeGreaterThan(0)
  })

  it('refuses what is not a video', async () => {
    const code = async (content: Buffer | string) => (await encode(await write(content))).encoding
    const video = await readFile(await create())
    expect((await encode(join(recordings, 'chromium.webm'))).encoding).toMatchObject({ code: 'unsupported_type' })
    expect((await encode(join(recordings, 'chromium.mp4'))).encoding).toMatchObject({ code: 'unsupported_type' })
    expect(await code('')).toMatchObject({ code: 'unsupported_type' })
    expect(await code('PK\x03\x04 a zip that is named .mp4')).toMatchObject({ code: 'unsupported_type' })
    expect(await code('#EXTM3U\nfile:///etc/passwd')).toMatchObject({ code: 'unsupported_type' })
    expect(await code(Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic'))).toMatchObject({ code: 'unsupported_type' })
    expect(await code(video.subarray(0, 100))).toMatchObject({ code: 'invalid_file' })
    expect(await code(repeatTracks(video, 10_000))).toMatchObject({ code: expect.any(String) })
  })

  it('kills a process that takes too long, or whose caller gives up', async () => {
    const file = join(recordings, 'video.webm')
    const files = () => ({ file, target: newFile('mp4'), poster: newFile('png') })
    const hasty = openVideoEncoder({ timeoutMs: 1 })
    expect(await hasty.encode(files(), never)).toMatchObject({ code: 'crashed' })
    expect(await encoder.encode(files(), AbortSignal.abort())).toMatchObject({ code: 'crashed' })
  })

  it('encodes nothing on a machine without its package', async () => {
    const missing = openVideoEncoder({ isInstalled: false })
    expect(missing.isInstalled).toBe(false)
    expect(await missing.encode({ file: '', target: '', poster: '' }, never)).toBeUndefined()
  })
})

describe('a video that is served as it is', () => {
  it('is one that every browser plays, without what it says about itself', async () => {
    const file = await create({ hasSound: true })
    const marked = Buffer.from(await readFile(file))
    const place = Buffer.from('\0\0\0\x1cudta\0\0\0\x14\xa9xyz+52.5-013.4/', 'latin1')
    const movie = marked.indexOf('moov') - 4
    const end = movie + marked.readUInt32BE(movie)
    const withPlace = Buffer.concat([marked.subarray(0, end), place, marked.subarray(end)])
    withPlace.writeUInt32BE(end - movie + place.length, movie)
    const named = await write(withPlace)
    expect(await preparePlayableMp4(named)).toMatchObject({ width: 320, height: 180, durationMs: expect.any(Number) })
    const prepared = await readFile(named)
    expect(prepared).toHaveLength(withPlace.length)
    expect(prepared.includes('+52.5-013.4/')).toBe(false)
    expect((await encode(named)).encoding).toMatchObject({ video: { width: 320, height: 180 } })
  })

  it('is as high as wide if its camera was turned', async () => {
    const turned = await write(turnVideo(await readFile(await create())))
    expect(await preparePlayableMp4(turned)).toMatchObject({ width: 180, height: 320 })
  })

  it('is neither of another codec, nor another file', async () => {
    const video = await readFile(await create())
    for (const content of ['', 'PK\x03\x04 a zip that is named .mp4', video.subarray(0, 100)])
      expect(await preparePlayableMp4(await write(content))).toBeUndefined()
    expect(await preparePlayableMp4(await create({ codec: 'hevc' }))).toBeUndefined()
    expect(await preparePlayableMp4(await create({ extension: 'mkv' }))).toBeUndefined()
  })
})
