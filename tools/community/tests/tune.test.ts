import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'
import { openVoiceEncoder, readVoiceFormat } from '@meadow/voice'
import { createTune } from '../src/tune.ts'

it('plays a tune that the voice encoder understands, as long as it says, and not too loud', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'meadow-tune-'))
  const { file, seconds } = createTune(['A4', 'C5', 'F#5'])
  const path = join(folder, 'tune.wav')
  await writeFile(path, file)
  expect(await readVoiceFormat(path)).toBe('wav')
  const encoding = await openVoiceEncoder().encode(path, join(folder, 'tune.m4a'), new AbortController().signal)
  expect(encoding).toMatchObject({ voice: { peaks: expect.arrayContaining([100]) } })
  const { durationMs } = (encoding as { voice: { durationMs: number } }).voice
  expect(durationMs).toBeCloseTo(seconds * 1_000, -1)
  await rm(folder, { recursive: true })
})
