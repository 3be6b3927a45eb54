import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { expect, it } from '@jest/globals'
import { openMediaStore } from '@meadow/media'
import { VIDEO_TYPES, VOICE_TYPES } from '../src/index.ts'

it.each([...Object.entries(VOICE_TYPES), ...Object.entries(VIDEO_TYPES)])(
  'is stored: %s as %s',
  async (format, type) => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'meadow-voice-'))
    await using files = await openMediaStore(pathToFileURL(folder.path).href)
    await files.put(`recordings/one.${format}`, Readable.from([Buffer.of(1)]), type)
    const file = await files.open(`recordings/one.${format}`)
    expect(file).toMatchObject({ type })
    expect(await file?.read().toArray()).toEqual([Buffer.of(1)])
  },
)
