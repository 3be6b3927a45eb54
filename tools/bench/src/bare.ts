import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import type { SigningKey } from './product.ts'

const ROLES = resolve(import.meta.dirname, 'bare-server.ts')
const SERVICE = resolve(import.meta.dirname, 'bare-service.ts')
const EXPRESS = resolve(import.meta.dirname, 'bare-express.mjs')
const SOCKETS = resolve(import.meta.dirname, 'bare-sockets.ts')

/** A bare server behind a bare proxy: what a request costs when nothing of ours is in its way. */
export type Bare = AsyncDisposable & { url: string; pids: number[] }

/** `answers` sends the same bytes to everybody, `timeline` asks the database first, `insert` stores a row durably. */
export async function startBare(role: 'answers' | 'timeline' | 'insert', bytes: string, store: string): Promise<Bare> {
  return behindProxy(await start([role, bytes, store]))
}

/** A Node with express that answers, and has nothing else to do. */
export async function startBareExpress(): Promise<Bare> {
  const { url, pid, end } = await start([], EXPRESS)
  return { url, pids: [pid], [Symbol.asyncDispose]: end }
}

/** A Socket.IO server that stores and emits messages, and tells all that a post is deleted. */
export const startBareSockets = async (store: string): Promise<Bare> => behindProxy(await start([store], SOCKETS))

/** A service of our kind that reads one row by its primary key, for members whose tokens this key has signed. */
export async function startBareService(signingKey: SigningKey, store: string): Promise<Bare> {
  const { url, pid, end } = await start([JSON.stringify(signingKey), store], SERVICE)
  return { url, pids: [pid], [Symbol.asyncDispose]: end }
}

async function behindProxy(behind: Awaited<ReturnType<typeof start>>): Promise<Bare> {
  const proxy = await start(['proxy', behind.url])
  return {
    url: proxy.url,
    pids: [proxy.pid, behind.pid],
    async [Symbol.asyncDispose]() {
      for (const { end } of [proxy, behind]) await end()
    },
  }
}

async function start(args: string[], script = ROLES) {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const [url] = (await once(child, 'message')) as [string]
  const end = async () => {
    const gone = once(child, 'exit')
    child.kill()
    await gone
  }
  return { url, pid: child.pid ?? 0, end }
}
