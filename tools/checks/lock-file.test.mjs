import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { addIntegrity, completeLock, listWithoutIntegrity } from './lock-file.mjs'

const LOCK_FILE = new URL('../../package-lock.json', import.meta.url)
const lockOf = (packages) => ({ lockfileVersion: 3, packages })

describe('completeLock', () => {
  it('adds the builds of other platforms that the parent names', () => {
    const parent = { version: '1.2.3', dev: true, optionalDependencies: { '@native/core-darwin-arm64': '1.2.3' } }
    const { lock, added } = completeLock(lockOf({ '': {}, 'node_modules/native': parent }))
    expect(added).toEqual(['@native/core-darwin-arm64'])
    expect(lock.packages['node_modules/@native/core-darwin-arm64']).toEqual({
      version: '1.2.3',
      cpu: ['arm64'],
      dev: true,
      optional: true,
      os: ['darwin'],
    })
  })

  it('tells the C libraries of Linux apart', () => {
    const parent = { optionalDependencies: { 'core-linux-x64-musl': '1.0.0', 'core-linux-arm-gnueabihf': '1.0.0' } }
    const { lock } = completeLock(lockOf({ '': parent }))
    expect(lock.packages['node_modules/core-linux-x64-musl']).toMatchObject({ libc: ['musl'], cpu: ['x64'] })
    expect(lock.packages['node_modules/core-linux-arm-gnueabihf']).toMatchObject({ libc: ['glibc'], cpu: ['arm'] })
  })

  it('leaves what is there, wherever Node would find it', () => {
    const parent = { optionalDependencies: { 'core-linux-x64': '1.0.0' } }
    const lock = lockOf({ 'node_modules/a/node_modules/b': parent, 'node_modules/a/node_modules/core-linux-x64': {} })
    expect(completeLock(lock).added).toEqual([])
  })

  it('leaves ranges and packages of no platform alone', () => {
    const parent = { optionalDependencies: { 'core-linux-x64': '^1.0.0', colours: '1.0.0' } }
    expect(completeLock(lockOf({ '': parent })).added).toEqual([])
  })

  it('changes nothing the second time', () => {
    const { lock } = completeLock(lockOf({ '': { optionalDependencies: { 'core-win32-x64': '1.0.0' } } }))
    expect(completeLock(lock)).toEqual({ lock, added: [] })
  })
})

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
