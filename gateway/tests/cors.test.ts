import { describe, expect, it } from '@jest/globals'
import { startGateway } from './gateway-harness.ts'

const ORIGINS = [
  'null',
  'https://evil.example',
  'https://meadow.example.evil.example',
  'https://xmeadow.example',
  'http://meadow.example',
  'https://meadow.example',
]

const listCorsHeaders = (headers: object) => Object.keys(headers).filter((name) => name.startsWith('access-control-'))

describe('pages of other origins', () => {
  it.each(ORIGINS)('may read no response as %s, whatever the upstream sends', async (Origin) => {
    await using edge = await startGateway({ publicUrl: 'https://meadow.example' })
    edge.behaviour.posts = (response) => {
      response.setHeader('Access-Control-Allow-Origin', '*').setHeader('Access-Control-Allow-Credentials', 'true').end()
    }
    for (const path of ['/api/posts', '/media/p/a/b', '/home', '/api/health', '/api/nothing']) {
      const { headers } = await edge.request(path, { headers: { Origin, Host: 'meadow.example' } })
      expect(listCorsHeaders(headers)).toEqual([])
      expect(headers).toHaveProperty('cross-origin-resource-policy', 'same-origin')
    }
  })

  it.each(ORIGINS)('get 404 for a preflight as %s', async (Origin) => {
    await using edge = await startGateway()
    const headers = {
      Origin,
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'authorization',
    }
    for (const path of ['/api/posts', '/api/auth/refresh', '/home']) {
      const response = await edge.request(path, { method: 'OPTIONS', headers })
      expect(response.status).toBe(404)
      expect(JSON.parse(response.body)).toMatchObject({ code: 'not_found' })
      expect(listCorsHeaders(response.headers)).toEqual([])
    }
    expect(edge.received).toEqual([])
  })
})
