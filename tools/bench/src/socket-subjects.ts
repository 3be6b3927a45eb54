import type { Bare } from './bare.ts'
import { idOf } from './ids.ts'
import type { Product } from './product.ts'

/** A server of sockets that is measured. */
export type SocketSubject = {
  url: string
  pids: readonly number[]
  /** Deletes a post; all its sockets hear of that. */
  deletePost(): Promise<Response>
  /** For how long (ms) its event loop stood still at most since this was asked last. */
  readStall(): Promise<number>
}

export const bareSubject = ({ url, pids }: Bare): SocketSubject => ({
  ...{ url, pids },
  deletePost: () => fetch(`${url}/posts/${idOf('post', 0)}`, { method: 'DELETE' }),
  async readStall() {
    const { longest } = (await (await fetch(`${url}/stall`)).json()) as { longest: number }
    return longest
  },
})

/** The product's gateway and chat; it deletes these posts, one after the other. */
export async function ourSubject(product: Product, posts: Iterator<Record<string, unknown>>): Promise<SocketSubject> {
  const { url } = product.stack
  const chat = await product.urlOf('chat')
  return {
    ...{ url, pids: product.pids('gateway', 'chat') },
    deletePost() {
      const { id, author_id } = posts.next().value ?? {}
      const token = product.tokenOf(Number.parseInt(String(author_id).slice(-12), 16))
      return fetch(`${url}/api/posts/${id}`, { method: 'DELETE', headers: { authorization: `Bearer ${token}` } })
    },
    async readStall() {
      const text = await (await fetch(`${chat}/metrics`)).text()
      return Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(text)?.[1]) * 1000
    },
  }
}
