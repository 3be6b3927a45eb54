import { randomBytes } from 'node:crypto'
import { onOwnEngine, onSharedEngine, startOwnServer } from '../engines/index.ts'

/** Returns the opener for a contract test on the shared Redis, with a key prefix of its own. */
export const onSharedRedis = <Opened>(open: (url: string) => Opened) =>
  onSharedEngine('redis', (url) => open(withUniquePrefix(url)))

function withUniquePrefix(url: string): string {
  const address = new URL(url)
  address.searchParams.set('prefix', `test_${randomBytes(8).toString('hex')}`)
  return address.href
}

/** Opens a Redis that the test may stop. It is empty after a restart. */
export const onOwnRedis = await onOwnEngine('redis', async () => {
  const server = await startOwnServer('redis')
  return { ...server, url: `redis://127.0.0.1:${server.port}`, stop: () => server.stop({ wipe: true }) }
})
