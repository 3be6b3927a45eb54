import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'

const ROLES = resolve(import.meta.dirname, 'bare-server.ts')

/** A bare server behind a bare proxy: what a request costs when nothing of ours is in its way. */
export type Bare = AsyncDisposable & { url: string; pids: number[] }

/** `answers` sends the same bytes to everybody, `timeline` asks the database first, `insert` stores a row durably. */
export async function startBare(role: 'answers' | 'timeline' | 'insert', bytes: string, store: string): Promise<Bare> {
  const behind = await start([role, bytes, store])
  const proxy = await start(['proxy', behind.url])
  return {
    url: proxy.url,
    pids: [proxy.pid, behind.pid],
    async [Symbol.asyncDispose]() {
      for (const { end } of [proxy, behind]) await end()
    },
  }
}

async function start(args: string[]) {
  const child = spawn(process.execPath, [ROLES, ...args], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const [url] = (await once(child, 'message')) as [string]
  const end = async () => {
    const gone = once(child, 'exit')
    child.kill()
    await gone
  }
  return { url, pid: child.pid ?? 0, end }
}
