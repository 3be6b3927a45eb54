import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { NetworkPolicy, Pod } from '../src/cluster/resources.ts'
import { isInRange, toIpv4Ranges } from '../src/policies/ip-ranges.ts'
import { renderIptablesRules } from '../src/policies/iptables-rules.ts'
import { allowsConnection, computePodRules } from '../src/policies/pod-rules.ts'

/** Clears the bits of an address that are not those of its network. */
const toNetwork = (ip: string, bits: number) => {
  const value = ip.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
  const network = value - (value % 2 ** (32 - bits))
  return `${[24, 16, 8, 0].map((shift) => Math.floor(network / 2 ** shift) % 256).join('.')}/${bits}`
}

const namespaces = ['meadow', 'kube-system', 'other'].map((name) => ({
  metadata: { name, labels: { 'kubernetes.io/metadata.name': name } },
}))

let lastByte = 1
const pod = (name: string, { namespace = 'meadow', phase = 'Running' } = {}): Pod => ({
  metadata: { name, namespace, labels: { app: name } },
  spec: { containers: [{ name, image: name, ports: [{ name: 'http', containerPort: 8080 }] }] },
  status: { phase, podIP: `10.201.0.${lastByte++}` },
})

const policy = (name: string, spec: NetworkPolicy['spec']): NetworkPolicy => ({
  metadata: { name, namespace: 'meadow' },
  spec,
})
const select = (app: string) => ({ podSelector: { matchLabels: { app } } })
const denyAll = policy('deny-all', { podSelector: {}, policyTypes: ['Ingress', 'Egress'] })

const [gateway, auth, dns, stranger] = [
  pod('gateway'),
  pod('auth'),
  pod('dns', { namespace: 'kube-system' }),
  pod('gateway', { namespace: 'other' }),
]

/** Returns the allowed connections among all pairs of pods, as `from>to`, to a port. */
function listAllowed(policies: NetworkPolicy[], port = 8080): string[] {
  const rules = computePodRules({ policies, pods: [gateway, auth, dns, stranger], namespaces })
  const pairs = rules.flatMap((from) => rules.filter((to) => to !== from).map((to) => [from, to] as const))
  return pairs.filter(([from, to]) => allowsConnection(from, to, port)).map(([from, to]) => `${from.pod}>${to.pod}`)
}

const toAuth = policy('gateway-to-auth', {
  ...select('gateway'),
  policyTypes: ['Egress'],
  egress: [{ to: [select('auth')], ports: [{ port: 8080 }] }],
})
const fromGateway = policy('auth-from-gateway', {
  ...select('auth'),
  policyTypes: ['Ingress'],
  ingress: [{ from: [select('gateway')], ports: [{ port: 'http' }] }],
})

describe('rules of network policies', () => {
  test('a pod without a policy receives and sends everything', () => {
    expect(listAllowed([])).toHaveLength(12)
  })

  test('a default-deny policy allows nothing from or to the pods of its namespace', () => {
    expect(listAllowed([denyAll])).toEqual(['kube-system/dns>other/gateway', 'other/gateway>kube-system/dns'])
  })

  test('a connection needs the permission of both sides', () => {
    expect(listAllowed([denyAll, toAuth])).not.toContain('meadow/gateway>meadow/auth')
    expect(listAllowed([denyAll, fromGateway])).not.toContain('meadow/gateway>meadow/auth')
    expect(listAllowed([denyAll, toAuth, fromGateway])).toContain('meadow/gateway>meadow/auth')
    expect(listAllowed([denyAll, toAuth, fromGateway])).not.toContain('meadow/auth>meadow/gateway')
  })

  test('a pod selector selects pods of the own namespace only', () => {
    expect(listAllowed([denyAll, toAuth, fromGateway])).not.toContain('other/gateway>meadow/auth')
  })

  test('a port is that of the rule, or of its name in the receiving pod', () => {
    expect(listAllowed([denyAll, toAuth, fromGateway], 9090)).not.toContain('meadow/gateway>meadow/auth')
  })

  test('a named port without a peer is that of each receiving pod', () => {
    const toNamedPort = policy('http', {
      ...select('gateway'),
      egress: [{ ports: [{ port: 'http' }] }],
      policyTypes: ['Egress'],
    })
    expect(listAllowed([toNamedPort])).toContain('meadow/gateway>other/gateway')
    expect(listAllowed([toNamedPort], 9090)).not.toContain('meadow/gateway>other/gateway')
  })

  test('a selector of namespaces and pods selects pods with both', () => {
    const kubeSystem = { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'kube-system' } } }
    const toDns = policy('dns', {
      podSelector: {},
      policyTypes: ['Egress'],
      egress: [{ to: [{ ...kubeSystem, ...select('dns') }] }],
    })
    expect(listAllowed([denyAll, toDns])).toEqual(
      expect.arrayContaining(['meadow/gateway>kube-system/dns', 'meadow/auth>kube-system/dns']),
    )
    expect(listAllowed([denyAll, toDns])).not.toContain('meadow/gateway>other/gateway')
  })

  test('a range of addresses is a peer', () => {
    const toRange = (cidr: string) =>
      policy('range', { ...select('gateway'), policyTypes: ['Egress'], egress: [{ to: [{ ipBlock: { cidr } }] }] })
    expect(listAllowed([toRange('10.201.0.0/24')])).toContain('meadow/gateway>other/gateway')
    expect(listAllowed([toRange('10.9.0.0/16')])).not.toContain('meadow/gateway>other/gateway')
  })

  test('an exception to a range is no peer', () => {
    const toRange = (cidr: string, except: string[]) =>
      policy('range', {
        ...select('gateway'),
        policyTypes: ['Egress'],
        egress: [{ to: [{ ipBlock: { cidr, except } }] }],
      })
    expect(listAllowed([toRange('0.0.0.0/0', ['10.0.0.0/8'])])).not.toContain('meadow/gateway>other/gateway')
    expect(listAllowed([toRange('0.0.0.0/0', ['10.9.0.0/16'])])).toContain('meadow/gateway>other/gateway')
  })

  test('a range without its exceptions has each other address once', () => {
    const address = fc.ipV4()
    const range = fc.tuple(address, fc.integer({ min: 0, max: 32 })).map(([ip, bits]) => toNetwork(ip, bits))
    fc.assert(
      fc.property(range, fc.array(range, { maxLength: 4 }), address, (cidr, except, ip) => {
        const included = toIpv4Ranges({ cidr, except }).filter((one) => isInRange(ip, one))
        const isExpected = isInRange(ip, cidr) && !except.some((one) => isInRange(ip, one))
        expect(included).toHaveLength(isExpected ? 1 : 0)
      }),
    )
    expect(toIpv4Ranges({ cidr: '10.0.0.0/30', except: ['10.0.0.1/32'] })).toEqual(['10.0.0.0/32', '10.0.0.2/31'])
    expect(toIpv4Ranges({ cidr: '2000::/3' })).toEqual([])
  })

  test('a policy with a feature that is not computed is refused', () => {
    const withEndPort = policy('ports', { podSelector: {}, egress: [{ ports: [{ port: 1, endPort: 9 } as object] }] })
    expect(() => listAllowed([withEndPort])).toThrow('endPort')
  })

  test('a pod that has ended has no rules', () => {
    const ended = pod('migration', { phase: 'Succeeded' })
    expect(computePodRules({ policies: [denyAll], pods: [ended], namespaces })).toEqual([])
  })
})

test('the rules of iptables accept what is allowed, and reject everything else', () => {
  const rules = computePodRules({ policies: [denyAll, toAuth, fromGateway], pods: [gateway, auth, dns], namespaces })
  const text = renderIptablesRules(rules)
  const [from, to] = [gateway.status.podIP, auth.status.podIP]
  expect(text).toContain(`-A MEADOW-POLICIES -s ${from} -j MEADOW-E0`)
  expect(text).toContain(`-A MEADOW-E0 -d ${to} -p tcp --dport 8080 -j RETURN\n-A MEADOW-E0 -j REJECT`)
  expect(text).toContain(`-A MEADOW-I1 -s ${from} -p tcp --dport 8080 -j RETURN\n-A MEADOW-I1 -j REJECT`)
  expect(text).not.toContain(`${dns.status.podIP} -j MEADOW`)
})
