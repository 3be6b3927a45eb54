import { describe, expect, it } from '@jest/globals'
import { completeLock } from './complete-lock.mjs'

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
