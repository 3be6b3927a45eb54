import { describe, expect, it } from '@jest/globals'
import { mayHaveInstances, toInstanceUrls } from '../src/instances/address-lookup.ts'
import { createInstances } from '../src/instances/instances.ts'

const [ONE, TWO, THREE] = ['http://10.0.0.1:80', 'http://10.0.0.2:80', 'http://10.0.0.3:80'] as const

/** Creates instances with a clock that the test sets. */
function createTestInstances(urls: readonly string[]) {
  let nowMs = 1_000_000
  const instances = createInstances({ urls, now: () => new Date(nowMs) })
  const pickUrls = (count: number) => Array.from({ length: count }, () => instances.pick().url).toSorted()
  const advance = (ms: number) => {
    nowMs += ms
  }
  return { instances, pickUrls, advance }
}

describe('the instances of an upstream', () => {
  it('get requests in turn', () => {
    expect(createTestInstances([ONE, TWO, THREE]).pickUrls(6)).toEqual([ONE, ONE, TWO, TWO, THREE, THREE])
  })

  it('come and go, and stay the same while they are listed', () => {
    const { instances, pickUrls } = createTestInstances([ONE])
    const [first] = instances.all
    instances.update([ONE, TWO, THREE, TWO])
    expect(pickUrls(3)).toEqual([ONE, TWO, THREE])
    expect(instances.all[0]).toBe(first)
    instances.update([TWO])
    expect(pickUrls(2)).toEqual([TWO, TWO])
    instances.update([ONE, TWO])
    expect(instances.all[0]).toBe(first)
  })

  it('get nothing for two seconds after a failure, if there are others', () => {
    const { instances, pickUrls, advance } = createTestInstances([ONE, TWO])
    for (const instance of instances.all) if (instance.url === ONE) instances.reportFailure(instance)
    expect(pickUrls(2)).toEqual([TWO, TWO])
    advance(2_000)
    expect(pickUrls(2)).toEqual([ONE, TWO])
    for (const instance of instances.all) instances.reportFailure(instance)
    expect(pickUrls(2)).toEqual([ONE, TWO])
  })

  it('are left out by a request that names them, unless it names all', () => {
    const { instances } = createTestInstances([ONE, TWO])
    const [one, two] = instances.all
    if (!one || !two) throw new Error('two instances')
    expect(instances.pick(new Set([one])).url).toBe(TWO)
    instances.reportFailure(two)
    expect(instances.pick(new Set([one])).url).toBe(TWO)
    expect([ONE, TWO]).toContain(instances.pick(new Set([one, two])).url)
  })

  it('are found by their name for half a minute after they are no longer listed, until they fail', () => {
    const { instances, advance } = createTestInstances([ONE, TWO])
    const [one] = instances.all
    instances.update([TWO])
    expect(instances.find(one?.name)).toBe(one)
    advance(29_999)
    instances.update([TWO])
    expect(instances.find(one?.name)).toBe(one)
    advance(1)
    expect(instances.find(one?.name)).toBeUndefined()
    instances.update([ONE, TWO])
    const [again] = instances.all
    instances.update([TWO])
    if (again) instances.reportFailure(again)
    expect(instances.find(again?.name)).toBeUndefined()
    expect(instances.find(undefined)).toBeUndefined()
  })
})

describe('the addresses of a name', () => {
  it('are an instance each, in a fixed order', () => {
    const addresses = ['10.0.0.2', '10.0.0.1', '10.0.0.2'].map((address) => ({ address, family: 4 }))
    expect(toInstanceUrls('http://chat:8080', addresses)).toEqual(['http://10.0.0.1:8080', 'http://10.0.0.2:8080'])
  })

  it('count only in the family that the system prefers, because an instance may have both', () => {
    const [ipv4, ipv6] = [{ address: '10.0.0.1', family: 4 } as const, { address: 'fd00::1', family: 6 } as const]
    expect(toInstanceUrls('http://chat:8080', [ipv6, ipv4])).toEqual(['http://[fd00::1]:8080'])
    expect(toInstanceUrls('http://chat:8080', [ipv4, ipv6])).toEqual(['http://10.0.0.1:8080'])
    expect(() => toInstanceUrls('http://chat:8080', [])).toThrow('no address')
  })

  it('are looked up for names only: localhost may be IPv4 or IPv6, which each connection tries', () => {
    const urls = [
      'http://chat:80',
      'http://chat.meadow.svc',
      'http://10.0.0.1:80',
      'http://[::1]',
      'http://localhost:1',
    ]
    expect(urls.filter(mayHaveInstances)).toEqual(['http://chat:80', 'http://chat.meadow.svc'])
  })
})
