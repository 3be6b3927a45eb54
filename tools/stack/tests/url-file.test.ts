import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { createUrlFile } from '../src/url-file.ts'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'meadow-url-file-'))
})
afterEach(() => rm(dir, { recursive: true }))

describe('a URL file', () => {
  it('is readable by its user only, even if it replaces a readable one, and is removed at the end', async () => {
    const file = join(dir, 'bus-url')
    await writeFile(file, 'postgres://old', { mode: 0o644 })
    const urlFile = await createUrlFile(dir, 'bus-url', 'postgres://new')
    expect(await readFile(file, 'utf8')).toBe('postgres://new\n')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    await urlFile.remove()
    await expect(stat(file)).rejects.toMatchObject({ code: 'ENOENT' })
  })
})
