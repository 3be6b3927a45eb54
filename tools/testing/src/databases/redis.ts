import { randomBytes } from 'node:crypto'
import { onOwnEngine, onSharedEngine, redis, startOwnServer } from '../engines/index.ts'

/** A part of the Redis that tests share which nobody else uses, for a contract. */
export const onSharedRedis = <Opened>(open: (url: string) => Opened) =>
  onSharedEngine('redis', (url) => open(withUniquePrefix(url)))

function withUniquePrefix(url: string): string {
  const address = new URL(url)
  address.searchParams.set('prefix', `test_${randomBytes(8).toString('hex')}`)
  return address.href
}

/** A Redis of the test's own, which can be stopped; it comes back empty. */
export const onOwnRedis = onOwnEngine(redis, async () => {
  const server = await startOwnServer(redis)
  return { ...server, url: `redis://127.0.0.1:${server.port}`, stop: () => server.stop({ wipe: true }) }
})
