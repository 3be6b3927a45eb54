import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { BenchProduct } from './open-product.ts'

/** Starts a second instance of a running process on another port. `overrides` change its environment. */
export async function startProcessCopy(
  { stack, findServiceUrl: urlOf }: BenchProduct,
  name: string,
  overrides: Record<string, string>,
) {
  const [, ...commandLine] = readNullSeparated(`/proc/${stack.pidOf(name)}/cmdline`).filter(Boolean)
  const same = readNullSeparated(`/proc/${stack.pidOf(name)}/environ`).map((line) => line.split(/=(.*)/s, 2))
  const second = `${name}-2`
  await using log = await open(join(stack.dataDir, 'logs', `${second}.log`), 'a')
  const env = { ...Object.fromEntries(same), ...overrides, PORT: '0' }
  const child = spawn(process.execPath, commandLine, { env, stdio: ['ignore', log.fd, log.fd] })
  const isListening = async () => (await stack.logOf(second)).some(({ msg }) => msg === 'listening')
  while (!(await isListening())) {
    if (child.exitCode !== null) throw new Error(`${second} did not start. See its log.`)
    await delay(50)
  }
  return { url: await urlOf(second), pid: child.pid ?? 0, [Symbol.asyncDispose]: () => stopChild(child) }
}

const readNullSeparated = (file: string) => readFileSync(file, 'utf8').split('\0')

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill()
  await exited
}
