import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import type { SigningKey } from '../product/open-product.ts'

const HTTP_SERVER = resolve(import.meta.dirname, 'http-server.ts')
const SERVICE_SERVER = resolve(import.meta.dirname, 'service-server.ts')
const EXPRESS_SERVER = resolve(import.meta.dirname, 'express-server.mjs')
const SOCKET_SERVER = resolve(import.meta.dirname, 'socket-server.ts')

/** A minimal server, mostly behind a plain proxy: the lower limit of the costs of a request. */
export type BaselineServer = AsyncDisposable & { url: string; pids: number[] }

/**
 * Starts a server: `answers` sends constant bytes, `timeline` and `search` query the database first, `insert` stores a row durably, `mix`
 * does what the request needs.
 */
export async function startBaselineServer(
  role: 'answers' | 'timeline' | 'search' | 'insert' | 'mix',
  bytes: string,
  store: string,
): Promise<BaselineServer> {
  return addProxy(await startChild([role, bytes, store]))
}

/** Starts a Node process with Express. */
export async function startBaselineExpress(): Promise<BaselineServer> {
  const { url, pid, end } = await startChild([], EXPRESS_SERVER)
  return { url, pids: [pid], [Symbol.asyncDispose]: end }
}

/** Starts a Socket.IO server that stores and emits messages and read marks, and emits deleted posts to all. */
export const startBaselineSockets = async (store: string): Promise<BaselineServer> =>
  addProxy(await startChild([store], SOCKET_SERVER))

/** Starts a service of our kind that reads one row by primary key. It accepts tokens of this key. */
export async function startBaselineService(signingKey: SigningKey, store: string): Promise<BaselineServer> {
  const { url, pid, end } = await startChild([JSON.stringify(signingKey), store], SERVICE_SERVER)
  return { url, pids: [pid], [Symbol.asyncDispose]: end }
}

async function addProxy(behind: Awaited<ReturnType<typeof startChild>>): Promise<BaselineServer> {
  const proxy = await startChild(['proxy', behind.url])
  return {
    url: proxy.url,
    pids: [proxy.pid, behind.pid],
    async [Symbol.asyncDispose]() {
      for (const { end } of [proxy, behind]) await end()
    },
  }
}

async function startChild(args: string[], script = HTTP_SERVER) {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const [url] = (await once(child, 'message')) as [string]
  const end = async () => {
    const exited = once(child, 'exit')
    child.kill()
    await exited
  }
  return { url, pid: child.pid ?? 0, end }
}
