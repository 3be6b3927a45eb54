import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { retainPreviousFiles } from './retain-previous-files.mjs'

let folder

/** Writes a build. `kept` are files of a build before it. */
async function writeBuild(name, files, kept = []) {
  const dist = path.join(folder, name)
  await mkdir(path.join(dist, 'js'), { recursive: true })
  for (const file of [...files, ...kept]) await writeFile(path.join(dist, file), `${file} of ${name}`)
  await writeFile(path.join(dist, '.files.json'), JSON.stringify(files))
  return dist
}

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'meadow-builds-'))
})
afterEach(() => rm(folder, { recursive: true }))

describe('the files of the previous build', () => {
  it('are kept if a hash is in their name, beside those of the new build', async () => {
    const previous = await writeBuild('previous', [
      'js/main.000000000001.js',
      'js/main.000000000001.js.br',
      'index.html',
    ])
    const dist = await writeBuild('next', ['js/main.000000000002.js', 'index.html'])
    await retainPreviousFiles(previous, dist)
    const names = ['main.000000000001.js', 'main.000000000001.js.br', 'main.000000000002.js']
    expect((await readdir(path.join(dist, 'js'))).toSorted()).toEqual(names)
    expect(await readFile(path.join(dist, 'index.html'), 'utf8')).toBe('index.html of next')
  })

  it('are kept for one version only', async () => {
    const previous = await writeBuild('previous', ['js/main.000000000002.js'], ['js/main.000000000001.js'])
    const dist = await writeBuild('next', ['js/main.000000000003.js'])
    await retainPreviousFiles(previous, dist)
    expect((await readdir(path.join(dist, 'js'))).toSorted()).toEqual(['main.000000000002.js', 'main.000000000003.js'])
  })

  it('need not be there', async () => {
    const dist = await writeBuild('next', ['js/main.000000000002.js'])
    await retainPreviousFiles(path.join(folder, 'nothing'), dist)
    expect(await readdir(path.join(dist, 'js'))).toEqual(['main.000000000002.js'])
  })
})
