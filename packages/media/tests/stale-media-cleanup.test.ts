import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from '@jest/globals'
import { testLog } from '@meadow/testing'
import { openMediaStore } from '../src/index.ts'
import { createStaleMediaCleanup } from '../src/removal/stale-media-cleanup.ts'

it('keeps the current uploads of other processes, even if the clock of its service is ahead', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'meadow-media-'))
  const currentUpload = await mkdtemp(join(tmpdir(), `meadow-upload-${process.pid}-`))
  try {
    const files = await openMediaStore(pathToFileURL(folder).href)
    const cleanUp = createStaleMediaCleanup({ files, log: testLog, now: () => new Date(Date.now() + 2 * 3_600_000) })
    await cleanUp(new AbortController().signal)
    expect((await stat(currentUpload)).isDirectory()).toBe(true)
  } finally {
    for (const path of [folder, currentUpload]) await rm(path, { recursive: true, force: true })
  }
})
