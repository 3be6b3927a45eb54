import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { eventually } from '@meadow/testing'
import { openPictureEncoder, type PictureEncoder } from '../src/index.ts'
import { createHostileGif, createTestPicture, readPictureMetadata } from '../src/testing.ts'

const never = new AbortController().signal

let folder: string
let encoder: PictureEncoder
let pictureFile: string
let slowFile: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'meadow-encoder-'))
  encoder = openPictureEncoder()
  pictureFile = await writePicture('picture', await createTestPicture({ width: 500, height: 300 }))
  slowFile = await writePicture('slow', createHostileGif({ frames: 80 }))
})
afterAll(async () => {
  encoder[Symbol.dispose]()
  await rm(folder, { recursive: true })
})

async function writePicture(name: string, content: Buffer | string): Promise<string> {
  const file = join(folder, name)
  await writeFile(file, content)
  return file
}

describe('the picture encoder', () => {
  it('encodes several pictures at the same time, and in the same process one after the other', async () => {
    const together = await Promise.all([1, 2, 3].map(() => encoder.encode(pictureFile, never)))
    expect(together).toMatchObject(together.map(() => ({ width: 500, height: 300, type: 'image/webp' })))
    expect(encoder.processCount).toBe(3)
    const { content } = await encoder.encode(pictureFile, never)
    expect(await readPictureMetadata(content)).toMatchObject({ format: 'webp', width: 500, height: 300 })
    expect(encoder.processCount).toBe(3)
  })

  it('says what is wrong with a file, and encodes the next one', async () => {
    const text = await writePicture('text', 'hello')
    await expect(encoder.encode(text, never)).rejects.toMatchObject({ code: 'unsupported_type', kind: 'unsupported' })
    const hostile = await writePicture('hostile', createHostileGif())
    await expect(encoder.encode(hostile, never)).rejects.toMatchObject({
      code: 'animation_too_large',
      kind: 'too_large',
    })
    const missing = join(folder, 'missing')
    await expect(encoder.encode(missing, never)).rejects.toMatchObject({ code: 'invalid_picture' })
    expect(await encoder.encode(pictureFile, never)).toMatchObject({ width: 500 })
  })

  it('ends the process of a picture whose upload is aborted', async () => {
    using another = openPictureEncoder()
    const aborted = new AbortController()
    const encoding = another.encode(slowFile, aborted.signal)
    expect(another.processCount).toBe(1)
    aborted.abort()
    await expect(encoding).rejects.toMatchObject({ code: 'upload_failed' })
    await eventually(() => expect(another.processCount).toBe(0))
    await expect(another.encode(pictureFile, aborted.signal)).rejects.toMatchObject({ code: 'upload_failed' })
    expect(another.processCount).toBe(0)
    expect(await another.encode(pictureFile, never)).toMatchObject({ width: 500 })
  })

  it('ends the process of a picture that takes too long', async () => {
    using impatient = openPictureEncoder({ timeoutMs: 1 }) // shorter than a process takes to start
    await expect(impatient.encode(slowFile, never)).rejects.toMatchObject({ code: 'too_large' })
    await eventually(() => expect(impatient.processCount).toBe(0))
  })

  it('responds with unavailable if its process ends', async () => {
    const another = openPictureEncoder()
    const encoding = another.encode(slowFile, never)
    another[Symbol.dispose]()
    await expect(encoding).rejects.toMatchObject({ code: 'unavailable' })
  })
})
