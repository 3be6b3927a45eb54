import { describe, expect, it } from '@jest/globals'
import { startGateway } from './gateway-harness.ts'

const onLinux = process.platform === 'linux' ? it : it.skip // others have only one loopback address

describe('the metrics of the gateway', () => {
  it('count requests by route, on a separate port', async () => {
    await using gateway = await startGateway({ metricsPort: 0 })
    for (const path of ['/api/posts/1', '/api/posts/2', '/home', '/api/nobody', '/metrics', '/api/metrics']) {
      await gateway.request(path)
    }
    const text = await (await fetch(`http://127.0.0.1:${gateway.metricsPort}/metrics`)).text()
    expect(text.split('\n').filter((line) => line.startsWith('http_request_duration_seconds_count'))).toEqual([
      'http_request_duration_seconds_count{method="GET",route="/api/posts",status="2xx"} 2',
      'http_request_duration_seconds_count{method="GET",route="/",status="2xx"} 1',
      'http_request_duration_seconds_count{method="GET",route="none",status="4xx"} 3',
    ])
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m)
  })

  onLinux('are served on an address of their own', async () => {
    await using gateway = await startGateway({ metricsPort: 0, metricsHost: '127.0.0.2' })
    const fetchFrom = (host: string) => fetch(`http://${host}:${gateway.metricsPort}/metrics`)
    expect((await fetchFrom('127.0.0.2')).status).toBe(200)
    await expect(fetchFrom('127.0.0.1')).rejects.toThrow('fetch failed')
  })

  it('are not served without a metrics port', async () => {
    await using gateway = await startGateway()
    expect(gateway.metricsPort).toBeUndefined()
    expect(await gateway.request('/metrics')).toMatchObject({ status: 404 })
  })
})
