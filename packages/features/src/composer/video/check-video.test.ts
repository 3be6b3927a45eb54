import { describe, expect, it } from '@jest/globals'
import { findVideoProblem, isVideoFile, readCaptionsFile } from './check-video.ts'

const read = { durationMs: 180_500, width: 640, height: 360 }
const MEGABYTE = 1024 * 1024

describe('findVideoProblem', () => {
  it('names what is too large or too long, and takes what the browser cannot read', () => {
    expect(findVideoProblem({ size: 100 * MEGABYTE }, read)).toBeUndefined()
    expect(findVideoProblem({ size: 1 }, undefined)).toBeUndefined()
    expect(findVideoProblem({ size: 0 }, undefined)).toBe('empty')
    expect(findVideoProblem({ size: 100 * MEGABYTE + 1 }, read)).toBe('tooLarge')
    expect(findVideoProblem({ size: 1 }, { ...read, durationMs: 181_001 })).toBe('tooLong')
  })
})

describe('isVideoFile', () => {
  it('knows videos by how they begin, whatever their name and type', async () => {
    expect(await isVideoFile(new File(['\0\0\0\x18ftypisom', 'and more'], 'walk.txt'))).toBe(true)
    expect(await isVideoFile(new File(['OggS and more of it'], 'walk.mp4', { type: 'video/mp4' }))).toBe(false)
    expect(await isVideoFile(new Blob([]))).toBe(false)
  })

  it('takes a file that is gone for no video', async () => {
    const gone = new File(['\0\0\0\x18ftypisom'], 'walk.mp4')
    gone.slice = () => ({ arrayBuffer: () => Promise.reject(new DOMException('', 'NotFoundError')) }) as Blob
    expect(await isVideoFile(gone)).toBe(false)
  })
})

describe('readCaptionsFile', () => {
  const captions = 'WEBVTT\n\n00:01.000 --> 00:02.000\nMöwe'

  it('reads WebVTT in UTF-8, with or without a byte order mark', async () => {
    expect(await readCaptionsFile(new Blob([captions]))).toEqual({ captions })
    expect(await readCaptionsFile(new Blob(['\ufeff', captions]))).toEqual({ captions })
  })

  it('says why a file cannot be used, as the server would', async () => {
    const subRip = '1\n00:00:01,000 --> 00:00:02,000\nText'
    const latin1 = new Uint8Array(Array.from(captions, (letter) => letter.charCodeAt(0)))
    for (const [content, code] of [
      ['', 'format'],
      [subRip, 'format'],
      ['WEBVTT\n', 'empty'],
      ['WEBVTT\n\n00:01,000 --> 00:02,000\nText', 'time'],
      [latin1, 'charset'],
      [`${captions}${'a'.repeat(100_000)}`, 'tooLong'],
    ] as const)
      expect(await readCaptionsFile(new Blob([content]))).toMatchObject({ problem: { code } })
  })
})
