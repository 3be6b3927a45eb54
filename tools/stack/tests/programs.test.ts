import { describe, expect, it } from '@jest/globals'
import { openAddresses } from '../src/addresses.ts'
import { metricsPortOf, placePrograms } from '../src/programs.ts'

const place = (instances: number) => placePrograms({ dataDir: '/data', development: false, named: {}, instances })

describe('programs', () => {
  it('have one process each unless more are asked for', async () => {
    const names = ['auth', 'social', 'posts', 'notify', 'chat', 'frontends']
    expect((await place(1)).map(({ name }) => name)).toEqual(names)
  })

  it('share pictures with their other instances, but neither port nor keys', async () => {
    const [posts, second] = (await place(2)).filter(({ service }) => service === 'posts')
    expect([posts?.name, second?.name]).toEqual(['posts', 'posts-2'])
    expect(second?.url).not.toBe(posts?.url)
    expect(second?.env['KEYS_FILE']).not.toBe(posts?.env['KEYS_FILE'])
    expect(second?.env['MEDIA_URL']).toBe(posts?.env['MEDIA_URL'])
  })

  it('are known by one address, but those of the chat by one each', async () => {
    const programs = await place(2)
    await using addresses = await openAddresses(programs)
    const urlsOf = (name: string) => programs.filter(({ service }) => service === name).map(({ url }) => url)
    const { AUTH_URL, CHAT_URL, POSTS_URL } = addresses.variables
    expect([AUTH_URL]).toEqual(urlsOf('auth'))
    expect(CHAT_URL?.split(',')).toEqual(urlsOf('chat'))
    expect([...urlsOf('posts'), POSTS_URL]).toEqual([expect.any(String), expect.any(String), expect.any(String)])
    expect(urlsOf('posts')).not.toContain(POSTS_URL)
  })
})

describe('gateways', () => {
  it('tell their metrics on ports that follow each other, or nowhere', () => {
    expect([0, 1].map((place) => metricsPortOf('9464', place))).toEqual(['9464', '9465'])
    expect(metricsPortOf(undefined, 1)).toBeUndefined()
  })
})
