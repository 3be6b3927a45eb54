import { describe, expect, it } from '@jest/globals'
import { planPrograms, toMetricsPort } from '../src/programs.ts'
import { openServiceUrls } from '../src/service-urls.ts'

const plan = (instances: number) => planPrograms({ dataDir: '/data', development: false, variables: {}, instances })

describe('programs', () => {
  it('have one process each by default', async () => {
    const names = ['auth', 'social', 'posts', 'notify', 'chat', 'frontends']
    expect((await plan(1)).map(({ name }) => name)).toEqual(names)
  })

  it('share the media folder of their service, but neither port nor key file', async () => {
    const [posts, second] = (await plan(2)).filter(({ service }) => service === 'posts')
    expect([posts?.name, second?.name]).toEqual(['posts', 'posts-2'])
    expect(second?.url).not.toBe(posts?.url)
    expect(second?.env['KEYS_FILE']).not.toBe(posts?.env['KEYS_FILE'])
    expect(second?.env['MEDIA_URL']).toBe(posts?.env['MEDIA_URL'])
  })

  it('share one folder of exports', async () => {
    const urls = (await plan(2)).filter(({ service }) => service !== 'frontends').map(({ env }) => env['EXPORT_URL'])
    expect(new Set(urls)).toEqual(new Set(['file:///data/exports']))
    expect(urls).toHaveLength(10)
  })

  it('have as many processes of each service as there are instances', async () => {
    const services = Map.groupBy(await plan(2), ({ service }) => service)
    const counts = [...services].map(([service, all]) => [service, all.length])
    expect(counts).toEqual([
      ...['auth', 'social', 'posts', 'notify', 'chat'].map((name) => [name, 2]),
      ['frontends', 1],
    ])
  })

  it('share one URL, except the chat instances, which have one each', async () => {
    const programs = await plan(2)
    await using addresses = await openServiceUrls(programs)
    const urlsOf = (name: string) => programs.filter(({ service }) => service === name).map(({ url }) => url)
    const { CHAT_URL, FRONTENDS_URL, POSTS_URL } = addresses.variables
    expect([FRONTENDS_URL]).toEqual(urlsOf('frontends'))
    expect(CHAT_URL?.split(',')).toEqual(urlsOf('chat'))
    expect([...urlsOf('posts'), POSTS_URL]).toEqual([expect.any(String), expect.any(String), expect.any(String)])
    expect(urlsOf('posts')).not.toContain(POSTS_URL)
  })
})

describe('gateways', () => {
  it('expose metrics on consecutive ports, or not at all', () => {
    expect([0, 1].map((index) => toMetricsPort('9464', index))).toEqual(['9464', '9465'])
    expect(toMetricsPort(undefined, 1)).toBeUndefined()
  })
})
