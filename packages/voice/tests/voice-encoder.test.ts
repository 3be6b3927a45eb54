import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { VOICE_PEAKS } from '@meadow/contracts/limits'
import { createTestPicture } from '@meadow/media/testing'
import { openVoiceEncoder, readVoiceFormat, type VoiceEncoding } from '../src/index.ts'

const never = new AbortController().signal
const encoder = openVoiceEncoder()
const toRecording = (name: string) => join(import.meta.dirname, 'recordings', name)

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'meadow-voice-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function write(name: string, content: Buffer | string): Promise<string> {
  const file = join(folder, name)
  await writeFile(file, content)
  return file
}

let targets = 0
const newTarget = () => join(folder, `encoded-${++targets}.m4a`)

async function encode(file: string, target = newTarget()): Promise<VoiceEncoding | undefined> {
  return encoder.encode(file, target, never)
}

/** Creates a WAV file of silence: one channel of 16 bits, 8,000 samples a second. */
function createSilence(seconds: number): Buffer {
  const bytes = seconds * 16_000
  const header = '52494646 ffffffff 57415645 666d7420 10000000 01000100 401f0000 803e0000 02001000 64617461'
  const size = Buffer.alloc(4)
  size.writeUInt32LE(bytes)
  return Buffer.concat([Buffer.from(header.replaceAll(' ', ''), 'hex'), size, Buffer.alloc(bytes)])
}

describe('the voice encoder', () => {
  it.each([
    ['WebM, as Chromium and Firefox record', 'chromium.webm'],
    ['MP4 with Opus, as Chromium records', 'chromium.mp4'],
  ])('encodes %s as AAC, which every browser plays, with 60 peaks', async (_, name) => {
    const target = newTarget()
    const encoding = await encode(toRecording(name), target)
    expect(encoding).toMatchObject({ voice: { durationMs: expect.any(Number), peaks: expect.any(Array) } })
    const { durationMs, peaks } = (encoding as { voice: { durationMs: number; peaks: number[] } }).voice
    expect(durationMs).toBeGreaterThan(1_900)
    expect(durationMs).toBeLessThan(2_200)
    expect(peaks).toHaveLength(VOICE_PEAKS)
    expect(Math.max(...peaks)).toBe(100)
    expect(Math.min(...peaks)).toBe(0)
    const content = await readFile(target)
    expect(content.toString('latin1', 4, 12)).toBe('ftypM4A ')
    expect(content.includes('mp4a')).toBe(true)
    expect(content.indexOf('moov')).toBeLessThan(content.indexOf('mdat')) // plays before it is loaded
  })

  it('encodes AAC again, as Safari records, and leaves out what the file says about itself', async () => {
    const recorded = newTarget()
    await encode(toRecording('chromium.webm'), recorded)
    const target = newTarget()
    expect(await encode(recorded, target)).toMatchObject({ voice: { durationMs: expect.any(Number) } })
    expect(await readVoiceFormat(target)).toBe('m4a')
    expect((await readFile(target)).toString('latin1')).not.toMatch(/Recorder|location|creation_time/)
  })

  it('encodes WAV, as programs write it', async () => {
    expect(await encode(await write('silence.wav', createSilence(2)))).toMatchObject({ voice: { durationMs: 2_000 } })
    const truncated = createSilence(2).subarray(0, 20)
    expect(await encode(await write('header.wav', truncated))).toMatchObject({ code: 'invalid_file' })
  })

  it('encodes what is left of a recording that was cut off', async () => {
    const content = await readFile(toRecording('chromium.webm'))
    const encoding = await encode(await write('cut', content.subarray(0, 3_000)))
    expect(encoding).toMatchObject({ voice: { durationMs: expect.any(Number) } })
  })

  it('refuses what is not a recording', async () => {
    const content = await readFile(toRecording('chromium.mp4'))
    const code = async (name: string, bytes: Buffer | string) => encode(await write(name, bytes))
    expect(await encode(toRecording('video.webm'))).toMatchObject({ code: 'unsupported_type' })
    expect(await code('empty.webm', '')).toMatchObject({ code: 'unsupported_type' })
    expect(await code('zip.mp4', 'PK\x03\x04 and more')).toMatchObject({ code: 'unsupported_type' })
    expect(await code('picture.webm', await createTestPicture())).toMatchObject({ code: 'unsupported_type' })
    expect(await code('playlist.mp4', '#EXTM3U\nfile:///etc/passwd')).toMatchObject({ code: 'unsupported_type' })
    expect(await code('header.mp4', content.subarray(0, 20))).toMatchObject({ code: 'invalid_file' })
    expect(await code('header.webm', '\x1a\x45\xdf\xa3 nothing')).toMatchObject({ code: expect.any(String) })
  })

  it('kills a process that takes too long, or whose caller gives up', async () => {
    const hasty = openVoiceEncoder({ timeoutMs: 1 })
    expect(await hasty.encode(toRecording('chromium.webm'), newTarget(), never)).toMatchObject({ code: 'crashed' })
    const aborted = encoder.encode(toRecording('chromium.webm'), newTarget(), AbortSignal.abort())
    expect(await aborted).toMatchObject({ code: 'crashed' })
  })

  it('encodes nothing on a machine without its package', async () => {
    const missing = openVoiceEncoder({ isInstalled: false })
    expect(missing.isInstalled).toBe(false)
    expect(await missing.encode(toRecording('chromium.webm'), newTarget(), never)).toBeUndefined()
  })
})
