import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { addIntegrity, listWithoutIntegrity } from './integrity.mjs'

const LOCK_FILE = new URL('../../package-lock.json', import.meta.url)
const lockOf = (packages) => ({ lockfileVersion: 3, packages })

describe('package-lock.json', () => {
  it('has a hash of every package of a registry, also of those for other platforms', () =>
    expect(listWithoutIntegrity(JSON.parse(readFileSync(LOCK_FILE, 'utf8')))).toEqual([]))
})

describe('addIntegrity', () => {
  const packages = {
    '': { name: 'all' },
    'packages/own': { version: '0.1.0' },
    'node_modules/@all/own': { link: true, resolved: 'packages/own' },
    'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
    'node_modules/a/node_modules/in-a': { version: '1.0.0', inBundle: true },
    'node_modules/a/node_modules/@of/b': { version: '2.0.0', optional: true },
    'node_modules/alias': { name: 'real', version: '3.0.0' },
  }

  it('asks for the hashes that are missing, and changes nothing else', async () => {
    const { packages: added } = await addIntegrity(lockOf(packages), async (name, version) => `of ${name} ${version}`)
    expect(added).toEqual({
      ...packages,
      'node_modules/a/node_modules/@of/b': { version: '2.0.0', integrity: 'of @of/b 2.0.0', optional: true },
      'node_modules/alias': { name: 'real', version: '3.0.0', integrity: 'of real 3.0.0' },
    })
  })

  it('fails with the names of packages that the registry does not have', async () => {
    await expect(addIntegrity(lockOf(packages), async () => '')).rejects.toThrow('no hash of @of/b@2.0.0, real@3.0.0')
  })
})
