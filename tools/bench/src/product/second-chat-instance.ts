import type { BenchProduct } from './open-product.ts'
import { startProcessCopy } from './start-process-copy.ts'

/** Starts a second chat instance, and a gateway that balances sockets and requests over both. */
export async function startSecondChatInstance(
  product: BenchProduct,
): Promise<AsyncDisposable & { url: string; pids: number[] }> {
  await using started = new AsyncDisposableStack()
  const chat = started.use(await startProcessCopy(product, 'chat', {}))
  const both = [await product.findServiceUrl('chat'), chat.url].join()
  const gateway = started.use(await startProcessCopy(product, 'gateway', { CHAT_URL: both }))
  const all = started.move()
  return { url: gateway.url, pids: [chat.pid, gateway.pid], [Symbol.asyncDispose]: () => all.disposeAsync() }
}
