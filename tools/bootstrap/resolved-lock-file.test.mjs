import { describe, expect, it } from '@jest/globals'
import { addResolvedUrls } from './resolved-lock-file.mjs'

const REGISTRY = 'https://registry.example/npm/'
const readResolvedUrls = (packages) =>
  Object.values(addResolvedUrls({ lockfileVersion: 3, packages }, REGISTRY).packages).map(({ resolved }) => resolved)

describe('withAddresses', () => {
  it('adds the URL of each package, scoped or nested', () => {
    const packages = {
      'node_modules/a': { version: '1.2.3' },
      'node_modules/b/node_modules/@of/c': { version: '2.0.0' },
    }
    expect(readResolvedUrls(packages)).toEqual([`${REGISTRY}a/-/a-1.2.3.tgz`, `${REGISTRY}@of/c/-/c-2.0.0.tgz`])
  })

  it('adds the URL of the real package of an alias', () => {
    const packages = { 'node_modules/alias': { name: '@of/real', version: '1.0.0' } }
    expect(readResolvedUrls(packages)).toEqual([`${REGISTRY}@of/real/-/real-1.0.0.tgz`])
  })

  it('does not change workspaces, bundled packages and packages with a URL', () => {
    const resolved = 'https://elsewhere.example/d.tgz'
    const packages = {
      '': { name: 'all', version: '0.1.0' },
      'packages/own': { version: '0.1.0' },
      'node_modules/@all/own': { link: true, resolved: 'packages/own' },
      'node_modules/a/node_modules/within': { version: '1.0.0', inBundle: true },
      'node_modules/d': { version: '1.0.0', resolved },
    }
    expect(readResolvedUrls(packages)).toEqual([undefined, undefined, 'packages/own', undefined, resolved])
  })
})
