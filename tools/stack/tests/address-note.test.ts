import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { noteAddress } from '../src/address-note.ts'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'meadow-address-'))
})
afterEach(() => rm(dir, { recursive: true }))

describe('an address that is noted', () => {
  it('is kept for its user only, also where an older one could be read by others, and goes at the end', async () => {
    const file = join(dir, 'bus-url')
    await writeFile(file, 'postgres://old', { mode: 0o644 })
    const note = await noteAddress(dir, 'bus-url', 'postgres://new')
    expect(await readFile(file, 'utf8')).toBe('postgres://new\n')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    await note.forget()
    await expect(stat(file)).rejects.toMatchObject({ code: 'ENOENT' })
  })
})
