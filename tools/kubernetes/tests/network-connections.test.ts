import { beforeAll, describe, expect, it } from '@jest/globals'
import { listNetworkConnections } from '../src/checks/network-connections.ts'
import type { Manifest } from '../src/manifest.ts'
import { findManifest, renderFolders } from './fixtures.ts'

describe('listNetworkConnections', () => {
  let manifests: Manifest[]
  beforeAll(async () => {
    manifests = await renderFolders('base/gateway', 'base/auth', 'base/posts', 'base/namespace')
    for (const { metadata } of manifests) metadata.namespace = 'meadow'
  })

  const listChanged = (change: (changed: Manifest[]) => void): string[] => {
    const changed = structuredClone(manifests)
    change(changed)
    const before = listNetworkConnections(manifests)
    const after = listNetworkConnections(changed)
    return [
      ...after.filter((connection) => !before.includes(connection)).map((connection) => `+ ${connection}`),
      ...before.filter((connection) => !after.includes(connection)).map((connection) => `- ${connection}`),
    ]
  }
  const getPolicy = (all: Manifest[], name: string) => findManifest(all, 'NetworkPolicy', name).spec

  it('needs both an egress rule and an ingress rule', () => {
    expect(listNetworkConnections(manifests)).toEqual(
      expect.arrayContaining(['gateway -> auth:8080', 'gateway -> posts:8080', 'posts -> auth:8080']),
    )
    expect(listNetworkConnections(manifests)).not.toContain('auth -> posts:8080')
    expect(listChanged((all) => delete getPolicy(all, 'auth').ingress)).toEqual([
      '- gateway -> auth:8080',
      '- posts -> auth:8080',
    ])
    expect(listChanged((all) => void getPolicy(all, 'gateway').egress.pop())).toEqual([
      '- gateway -> auth:8080',
      '- gateway -> posts:8080',
    ])
  })

  it('restricts the ports', () => {
    const onlyMetrics = (all: Manifest[]) =>
      Object.assign(getPolicy(all, 'posts').ingress[0], { ports: [{ port: 9090 }] })
    expect(listChanged(onlyMetrics)).toEqual(['- gateway -> posts:8080'])
  })

  it('evaluates expressions of selectors', () => {
    const from = (operator: string) => (all: Manifest[]) =>
      Object.assign(getPolicy(all, 'posts').ingress[0], {
        from: [
          { podSelector: { matchExpressions: [{ key: 'app.kubernetes.io/name', operator, values: ['gateway'] }] } },
        ],
      })
    expect(listChanged(from('In'))).toEqual([])
    expect(listChanged(from('NotIn'))).toEqual(['- gateway -> posts:8080'])
    expect(listChanged(from('Exists'))).toEqual([])
    expect(listChanged(from('DoesNotExist'))).toEqual(['- gateway -> posts:8080'])
  })

  it('shows peers of other namespaces and addresses', () => {
    const open = (all: Manifest[]) =>
      getPolicy(all, 'posts').ingress.push({
        from: [{ namespaceSelector: { matchLabels: { team: 'data' } } }, { ipBlock: { cidr: '10.0.0.0/8' } }],
        ports: [{ port: 'http' }],
      })
    expect(listChanged(open)).toEqual(['+ 10.0.0.0/8 -> posts:8080', '+ team=data -> posts:8080'])
  })

  it('shows pods without a policy, unless everything is denied by default', () => {
    const remove =
      (...names: string[]) =>
      (all: Manifest[]) => {
        for (const name of names) all.splice(all.indexOf(findManifest(all, 'NetworkPolicy', name)), 1)
      }
    expect(listChanged(remove('default-deny'))).toEqual([])
    const withoutOwn = listChanged(remove('posts'))
    expect(withoutOwn).toContain('- gateway -> posts:8080')
    expect(withoutOwn).not.toContain('+ any -> posts')
    expect(listChanged(remove('posts', 'default-deny'))).toEqual(
      expect.arrayContaining(['+ any -> posts', '+ posts -> any']),
    )
  })
})
