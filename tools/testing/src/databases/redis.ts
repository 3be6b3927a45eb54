import { randomBytes } from 'node:crypto'
import { onOwn, onShared, ownServer, redis } from '../engines/index.ts'

/** A part of the Redis that tests share which nobody else uses, for a contract. */
export const onRedis = <Opened>(open: (url: string) => Opened) => onShared('redis', (url) => open(ownPartOf(url)))

function ownPartOf(url: string): string {
  const address = new URL(url)
  address.searchParams.set('prefix', `test_${randomBytes(8).toString('hex')}`)
  return address.href
}

/** A Redis of the test's own, which can be stopped; it comes back empty. */
export const onOwnRedis = onOwn(redis, async () => {
  const server = await ownServer(redis)
  return { ...server, url: `redis://127.0.0.1:${server.port}`, stop: () => server.stop({ wipe: true }) }
})
