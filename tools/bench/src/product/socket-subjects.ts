import type { BaselineServer } from '../baseline/baseline-servers.ts'
import { toSeedId } from '../seed/seed-ids.ts'
import type { BenchProduct } from './open-product.ts'

/** A socket server to measure. */
export type SocketSubject = {
  url: string
  pids: readonly number[]
  /** Deletes a post, which the server emits to all sockets. */
  deletePost(): Promise<Response>
  /** Reads the longest block (ms) of its event loop since the last call. */
  readStall(): Promise<number>
}

export const createBaselineSubject = ({ url, pids }: BaselineServer): SocketSubject => ({
  url,
  pids,
  deletePost: () => fetch(`${url}/posts/${toSeedId('post', 0)}`, { method: 'DELETE' }),
  async readStall() {
    const { longest } = (await (await fetch(`${url}/stall`)).json()) as { longest: number }
    return longest
  },
})

/** Creates the subject of the product's gateway and chat. Deletes these posts one after the other. */
export async function createProductSubject(
  product: BenchProduct,
  posts: Iterator<Record<string, unknown>>,
): Promise<SocketSubject> {
  const { url } = product.stack
  const chat = await product.findServiceUrl('chat')
  return {
    url,
    pids: product.pids('gateway', 'chat'),
    deletePost() {
      const { id, author_id } = posts.next().value ?? {}
      const token = product.signToken(Number.parseInt(String(author_id).slice(-12), 16))
      return fetch(`${url}/api/posts/${id}`, { method: 'DELETE', headers: { authorization: `Bearer ${token}` } })
    },
    async readStall() {
      const text = await (await fetch(`${chat}/metrics`)).text()
      return Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(text)?.[1]) * 1000
    },
  }
}
