import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const MAIN = resolve(import.meta.dirname, '../../tools/dev/frontends.mjs')
const PORT = 5599
const PATIENCE = 90_000

/** The front ends as `npm run dev` serves them, without services: what `/dev/ui` needs. */
export async function startDevFrontends(): Promise<AsyncDisposable & { url: string }> {
  const child = spawn(process.execPath, [MAIN], {
    stdio: 'ignore',
    env: { ...process.env, NODE_OPTIONS: '', PORT: String(PORT) },
  })
  const url = `http://127.0.0.1:${PORT}`
  const until = Date.now() + PATIENCE
  while (!(await isReady(url))) {
    if (child.exitCode !== null || Date.now() > until) throw new Error('The front ends did not start')
    await delay(200)
  }
  return {
    url,
    async [Symbol.asyncDispose]() {
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
    },
  }
}

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/health/ready`).then(
    (answer) => answer.ok,
    () => false,
  )
}
