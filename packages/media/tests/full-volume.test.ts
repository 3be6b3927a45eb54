import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmdirSync } from 'node:fs'
import { rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from '@jest/globals'
import { isOutage } from '@meadow/service'
import { openMediaStore } from '../src/index.ts'

/** Mounts a volume of 64 MB in memory. Returns undefined where this process may not mount. */
function mountSmallVolume() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'meadow-volume-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'none', folder], { stdio: 'ignore' })
  } catch {
    rmdirSync(folder)
    return undefined
  }
  return {
    folder,
    [Symbol.dispose]() {
      execFileSync('umount', [folder])
      rmdirSync(folder)
    },
  }
}

it('a full volume refuses pictures as an outage, is reported, and leaves nothing incomplete behind', async () => {
  using volume = mountSmallVolume()
  if (!volume) return console.warn('not tested: a full volume, because only root on Linux may mount one')
  const { folder } = volume
  await using media = await openMediaStore(pathToFileURL(folder).href)
  await media.put('p/alice/before.webp', Buffer.from('a picture'), 'image/webp')
  await media.ping()
  const { bavail, bsize } = await statfs(folder)
  await writeFile(join(folder, 'filler'), Buffer.alloc((bavail - 4) * bsize))
  const put = media.put('p/alice/after.webp', Buffer.alloc(1_000_000), 'image/webp')
  await expect(put).rejects.toThrow('no space left on device')
  expect(isOutage(await put.catch((error) => error))).toBe(true)
  expect(readdirSync(join(folder, '.incoming'))).toEqual([])
  await expect(media.ping()).rejects.toThrow('The volume of the pictures has less than 20 MB left')
  await using before = await media.open('p/alice/before.webp')
  expect(before?.size).toBe(9)
  await rm(join(folder, 'filler'))
  await media.ping()
  await media.put('p/alice/after.webp', Buffer.alloc(1_000_000), 'image/webp')
})
