import { describe, expect, it } from '@jest/globals'
import { withAddresses } from './addressed-lock.mjs'

const REGISTRY = 'https://registry.example/npm/'
const addressesOf = (packages) =>
  Object.values(withAddresses({ lockfileVersion: 3, packages }, REGISTRY).packages).map(({ resolved }) => resolved)

describe('withAddresses', () => {
  it('names the place of each package, with its scope or below another', () => {
    const packages = {
      'node_modules/a': { version: '1.2.3' },
      'node_modules/b/node_modules/@of/c': { version: '2.0.0' },
    }
    expect(addressesOf(packages)).toEqual([`${REGISTRY}a/-/a-1.2.3.tgz`, `${REGISTRY}@of/c/-/c-2.0.0.tgz`])
  })

  it('names that of what is there under another name', () => {
    const packages = { 'node_modules/alias': { name: '@of/real', version: '1.0.0' } }
    expect(addressesOf(packages)).toEqual([`${REGISTRY}@of/real/-/real-1.0.0.tgz`])
  })

  it('leaves our own packages, what comes within another, and what has an address', () => {
    const resolved = 'https://elsewhere.example/d.tgz'
    const packages = {
      '': { name: 'all', version: '0.1.0' },
      'packages/own': { version: '0.1.0' },
      'node_modules/@all/own': { link: true, resolved: 'packages/own' },
      'node_modules/a/node_modules/within': { version: '1.0.0', inBundle: true },
      'node_modules/d': { version: '1.0.0', resolved },
    }
    expect(addressesOf(packages)).toEqual([undefined, undefined, 'packages/own', undefined, resolved])
  })
})
