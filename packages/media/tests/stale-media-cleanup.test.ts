import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from '@jest/globals'
import { testLog } from '@meadow/testing'
import { openMediaStore } from '../src/index.ts'
import { createStaleMediaCleanup } from '../src/removal/stale-media-cleanup.ts'

it('leaves alone what others are just receiving, whatever the clock of its service says', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'meadow-media-'))
  const underWay = await mkdtemp(join(tmpdir(), `meadow-upload-${process.pid}-`))
  try {
    const files = await openMediaStore(pathToFileURL(folder).href)
    const tidy = createStaleMediaCleanup({ files, log: testLog, now: () => new Date(Date.now() + 2 * 3_600_000) })
    await tidy(new AbortController().signal)
    expect((await stat(underWay)).isDirectory()).toBe(true)
  } finally {
    for (const each of [folder, underWay]) await rm(each, { recursive: true, force: true })
  }
})
