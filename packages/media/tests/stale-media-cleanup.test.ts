import { mkdtemp, rm, stat, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from '@jest/globals'
import { testLog } from '@meadow/testing'
import { openMediaStore } from '../src/index.ts'
import { createStaleMediaCleanup } from '../src/removal/stale-media-cleanup.ts'

const running = new AbortController().signal

/** Creates an upload in the temporary folder, and a media store. */
async function openCurrentUpload() {
  const folder = await mkdtemp(join(tmpdir(), 'meadow-media-'))
  const currentUpload = await mkdtemp(join(tmpdir(), `meadow-upload-${process.pid}-`))
  return {
    files: await openMediaStore(pathToFileURL(folder).href),
    currentUpload,
    exists: () =>
      stat(currentUpload).then(
        () => true,
        () => false,
      ),
    async [Symbol.asyncDispose]() {
      for (const path of [folder, currentUpload]) await rm(path, { recursive: true, force: true })
    },
  }
}

describe('the cleanup of stale media', () => {
  it('keeps the current uploads of other processes, even if the clock of its service is ahead', async () => {
    await using upload = await openCurrentUpload()
    const now = () => new Date(Date.now() + 2 * 3_600_000)
    await createStaleMediaCleanup({ files: upload.files, log: testLog, now })(running)
    expect(await upload.exists()).toBe(true)
  })

  it('removes uploads that are older than an hour by the clock of the files', async () => {
    await using upload = await openCurrentUpload()
    const { files, currentUpload, exists } = upload
    // long ago, so that the test removes no uploads of other processes
    await utimes(currentUpload, new Date('1991-01-01T12:00:00Z'), new Date('1991-01-01T12:00:00Z'))
    const cleanUpAt = (time: string) => {
      const now = () => new Date(time)
      return createStaleMediaCleanup({ files, log: testLog, now, fileNow: now })(running)
    }
    await cleanUpAt('1991-01-01T12:59:00Z')
    expect(await exists()).toBe(true)
    await cleanUpAt('1991-01-01T13:01:00Z')
    expect(await exists()).toBe(false)
  })
})
