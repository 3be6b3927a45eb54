import { join } from 'node:path'
import type { SocketAuth } from './socket-clients.ts'
import type { WatchedUpdates, WatchRequest } from './watch-post.ts'
import { startWorkerProcess } from './worker-process.ts'

/** Sockets that watch a post, in a process of their own. */
export type PostWatchers = AsyncDisposable & {
  /** Reads what each socket has received since the last call. @throws if a socket was disconnected */
  readUpdates(): Promise<WatchedUpdates[]>
}

/** Connects a socket for each member, which watches one post only. @throws if a connection or its request is refused */
export async function connectPostWatchers(
  url: string,
  postId: string,
  auths: readonly SocketAuth[],
): Promise<PostWatchers> {
  const worker = startWorkerProcess(join(import.meta.dirname, 'watch-post.ts'))
  const read = () => worker.call<WatchedUpdates[]>({ type: 'read' } satisfies WatchRequest)
  await worker.call({ type: 'connect', url, postId, auths } satisfies WatchRequest)
  return { readUpdates: read, [Symbol.asyncDispose]: () => worker[Symbol.asyncDispose]() }
}
