import type { Product } from './product.ts'
import { startLike } from './start-like.ts'

/** One more chat beside the product's, and a gateway of their own that spreads sockets and requests over both. */
export async function startSecondChat(product: Product): Promise<AsyncDisposable & { url: string; pids: number[] }> {
  await using started = new AsyncDisposableStack()
  const chat = started.use(await startLike(product, 'chat', {}))
  const both = [await product.urlOf('chat'), chat.url].join()
  const gateway = started.use(await startLike(product, 'gateway', { CHAT_URL: both }))
  const all = started.move()
  return { url: gateway.url, pids: [chat.pid, gateway.pid], [Symbol.asyncDispose]: () => all.disposeAsync() }
}
