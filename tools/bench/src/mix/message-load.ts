import { randomUUID } from 'node:crypto'
import type { HttpLoad, HttpRequest } from '../measure/http-load.ts'
import { connectSocketClients, createSocketAuths } from '../measure/socket-clients.ts'
import type { BenchProduct } from '../product/open-product.ts'
import { observeMessageArrivals } from './message-arrivals.ts'

const CONNECT_CONCURRENCY = 16

/** Connects pairs of members, from the pair `firstPair`. The effect of a request is the arrival of the message at the recipient's socket. */
export async function openMessageLoad(
  product: BenchProduct,
  url: string,
  { firstPair = 0, pairs, seconds }: { firstPair?: number; pairs: number; seconds: number },
): Promise<AsyncDisposable & { load: HttpLoad }> {
  const auths = createSocketAuths(product, pairs * 2, firstPair * 2)
  const clients = await connectSocketClients({ url, auths, concurrency: CONNECT_CONCURRENCY })
  const arrivals = observeMessageArrivals(clients.sockets)
  let count = 0
  const next = (): HttpRequest => {
    const sender = (count % pairs) * 2 + (Math.floor(count / pairs) % 2)
    const content = `Message ${count++}`.padEnd(100, '.')
    const message = { recipientId: auths[sender ^ 1]?.member, content, clientMessageId: randomUUID() }
    const headers = { authorization: `Bearer ${auths[sender]?.token}`, 'content-type': 'application/json' }
    const body = JSON.stringify(message)
    return { method: 'POST', path: '/api/messages', headers, body, effect: arrivals.waitFor(content) }
  }
  return {
    load: { url, next, seconds },
    async [Symbol.asyncDispose]() {
      clients.assertConnected()
      clients[Symbol.dispose]()
    },
  }
}
