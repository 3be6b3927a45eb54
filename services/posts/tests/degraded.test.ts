import { describe, expect, it } from '@jest/globals'
import { alice, eventually } from '@meadow/testing'
import request from 'supertest'
import { openPosts, type PostsTestOptions } from './fixtures.ts'

const UNREACHABLE_URL = 'postgres://127.0.0.1:1/nobody'

const outages: Record<'bus' | 'state' | 'media', PostsTestOptions> = {
  bus: { urls: { bus: UNREACHABLE_URL } },
  state: { urls: { state: UNREACHABLE_URL } },
  media: { wrapMediaStore: (files) => ({ ...files, ping: () => Promise.reject(new Error('unavailable')) }) },
}

describe.each(Object.entries(outages))('during an outage of the %s', (part, options) => {
  it('reports it in health and metrics, and still publishes posts', async () => {
    await using posts = await openPosts(options)
    // Bus and state connect and migrate at the first probe, which may take longer than the time-out of a probe.
    await eventually(async () =>
      expect(await request(posts.app).get('/health/ready')).toMatchObject({
        status: 200,
        body: { status: 'ready', degraded: [part] },
      }),
    )

    expect(await posts.as(alice).post('/posts').send({ content: 'Still here' })).toMatchObject({ status: 201 })
    await eventually(async () => {
      const { text } = await request(posts.app).get('/metrics')
      for (const name of Object.keys(outages))
        expect(text).toContain(`\nservice_degraded{part="${name}"} ${name === part ? 1 : 0}\n`)
      expect(text).toContain('\noutbox_events 1\n')
    })
  })
})
