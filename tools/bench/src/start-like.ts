import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Product } from './product.ts'

/** Starts what runs under this name once more, with the same environment but for what is given, on a port of its own. */
export async function startLike({ stack, urlOf }: Product, name: string, given: Record<string, string>) {
  const [, script = ''] = readList(`/proc/${stack.pidOf(name)}/cmdline`)
  const same = readList(`/proc/${stack.pidOf(name)}/environ`).map((line) => line.split(/=(.*)/s, 2))
  const second = `${name}-2`
  await using log = await open(join(stack.dataDir, 'logs', `${second}.log`), 'a')
  const env = { ...Object.fromEntries(same), ...given, PORT: '0' }
  const child = spawn(process.execPath, [script], { env, stdio: ['ignore', log.fd, log.fd] })
  const isListening = async () => (await stack.logOf(second)).some(({ msg }) => msg === 'listening')
  while (!(await isListening())) {
    if (child.exitCode !== null) throw new Error(`${second} did not start, see its log`)
    await delay(50)
  }
  return { url: await urlOf(second), pid: child.pid ?? 0, [Symbol.asyncDispose]: () => end(child) }
}

const readList = (file: string) => readFileSync(file, 'utf8').split('\0')

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill()
  await gone
}
