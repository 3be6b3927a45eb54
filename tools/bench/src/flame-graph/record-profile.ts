import { setTimeout } from 'node:timers/promises'
import type { CpuProfile } from './flame-tree.ts'

const INSPECTOR_URL = 'http://127.0.0.1:9229/json/list'
const SAMPLING_INTERVAL_US = 200
const RETRY_DELAY_MS = 100
const MAX_ATTEMPTS = 50

/** Returns the address of the inspector of the process that was asked to open it. @throws Error if it does not open */
async function findInspector(): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const [target] = (await (await fetch(INSPECTOR_URL)).json()) as { webSocketDebuggerUrl: string }[]
      if (target) return target.webSocketDebuggerUrl
    } catch (error) {
      if (attempt === MAX_ATTEMPTS) throw error
    }
    await setTimeout(RETRY_DELAY_MS)
  }
}

/**
 * Records a CPU profile of a Node process of this machine by its inspector, which then stays open for this machine until the
 * process ends.
 */
export async function recordProfile(pid: number, seconds: number): Promise<CpuProfile> {
  process.kill(pid, 'SIGUSR1')
  const socket = new WebSocket(await findInspector())
  const pending = new Map<number, (result: unknown) => void>()
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id: number; result: unknown }
    pending.get(id)?.(result)
  })
  const opened = Promise.withResolvers<void>()
  socket.addEventListener('open', () => opened.resolve())
  socket.addEventListener('error', () => opened.reject(new Error('The inspector cannot be reached')))
  await opened.promise
  let lastId = 0
  const send = (method: string, params = {}) =>
    new Promise<unknown>((resolve) => {
      lastId += 1
      pending.set(lastId, resolve)
      socket.send(JSON.stringify({ id: lastId, method, params }))
    })
  await send('Profiler.enable')
  await send('Profiler.setSamplingInterval', { interval: SAMPLING_INTERVAL_US })
  await send('Profiler.start')
  await setTimeout(seconds * 1000)
  const { profile } = (await send('Profiler.stop')) as { profile: CpuProfile }
  socket.close()
  return profile
}
