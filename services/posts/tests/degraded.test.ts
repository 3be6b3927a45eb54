import { describe, expect, it } from '@jest/globals'
import { alice } from '@meadow/testing'
import request from 'supertest'
import { type Options, startPosts } from './fixtures.ts'

const nobody = 'postgres://127.0.0.1:1/nobody'

const away: Record<'bus' | 'state' | 'media', Options> = {
  bus: { urls: { bus: nobody } },
  state: { urls: { state: nobody } },
  media: { wrapFiles: (files) => ({ ...files, ping: () => Promise.reject(new Error('away')) }) },
}

describe.each(Object.entries(away))('while the %s is away', (part, options) => {
  it('health and metrics tell, and posts are published', async () => {
    await using posts = await startPosts(options)
    const health = await request(posts.app).get('/health/ready')
    expect(health).toMatchObject({ status: 200, body: { status: 'ready', degraded: [part] } })

    expect(await posts.as(alice).post('/posts').send({ content: 'Still here' })).toMatchObject({ status: 201 })
    const { text } = await request(posts.app).get('/metrics')
    for (const one of Object.keys(away)) {
      expect(text).toContain(`\nservice_degraded{part="${one}"} ${one === part ? 1 : 0}\n`)
    }
    expect(text).toContain('\noutbox_events 1\n')
  })
})
