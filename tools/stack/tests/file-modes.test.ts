import { spawnSync } from 'node:child_process'
import { chmod, mkdir, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { restrictExistingFiles } from '../src/file-modes.ts'
import { createTestFolder } from './fixtures.ts'

const MODULE = new URL('../src/file-modes.ts', import.meta.url).href

/** Creates a file and its folder with the modes of an earlier version. */
async function createReadableFile(folder: string, name: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  await chmod(folder, 0o755)
  const file = join(folder, name)
  await writeFile(file, 'a picture')
  await chmod(file, 0o644)
  return file
}

const readMode = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)

const onPosix = process.platform === 'win32' ? describe.skip : describe // Windows has no modes

onPosix('the files of a data folder', () => {
  it('are readable by their user only after the next start, at any depth', async () => {
    await using folder = await createTestFolder()
    const pictures = join(folder.path, 'media/p/ab')
    const picture = await createReadableFile(pictures, 'cd.webp')
    const log = await createReadableFile(join(folder.path, 'logs'), 'auth.log')
    expect(restrictExistingFiles(folder.path)).toBe(true)
    const paths = [join(folder.path, 'media'), join(folder.path, 'media/p'), pictures, picture, log]
    expect(await Promise.all(paths.map(readMode))).toEqual(['700', '700', '700', '600', '600'])
  })

  it('do not include those of others in the same folder, or behind a link', async () => {
    await using folder = await createTestFolder()
    const letter = await createReadableFile(join(folder.path, 'letters'), 'letter.txt')
    await mkdir(join(folder.path, 'media'))
    await symlink(join(folder.path, 'letters'), join(folder.path, 'media/link'))
    expect(restrictExistingFiles(folder.path)).toBe(true)
    expect(await readMode(letter)).toBe('644')
  })

  it('are created readable by their user only, in every process that is started', async () => {
    await using folder = await createTestFolder()
    const file = join(folder.path, 'picture.webp')
    const writesFile = `require('node:fs').writeFileSync(${JSON.stringify(file)}, '')`
    const startsProcess = `const { restrictNewFiles } = await import(${JSON.stringify(MODULE)}); restrictNewFiles()
      const { spawnSync } = await import('node:child_process')
      spawnSync(process.execPath, ['-e', ${JSON.stringify(writesFile)}])`
    spawnSync(process.execPath, ['--input-type=module', '-e', startsProcess])
    expect(await readMode(file)).toBe('600')
  })
})
