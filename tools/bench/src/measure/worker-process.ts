import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { basename } from 'node:path'

/** A Node process of its own, whose work does not delay the event loop of the benchmark. */
export type WorkerProcess = AsyncDisposable & {
  pid: number
  /** Sends a request and returns its response. One request at a time. @throws if the process has ended */
  call<Response>(request: unknown): Promise<Response>
}

/** Starts a script that calls `serveWorkerRequests`. */
export function startWorkerProcess(script: string): WorkerProcess {
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const exited = once(child, 'exit')
  const failed = exited.then(() => {
    throw new Error(`${basename(script)} has ended`)
  })
  failed.catch(() => undefined) // thrown by `call`
  return {
    pid: child.pid ?? 0,
    async call<Response>(request: unknown) {
      const responded = once(child, 'message')
      child.send(request as object)
      const [response] = await Promise.race([responded, failed])
      return response as Response
    },
    async [Symbol.asyncDispose]() {
      child.kill()
      await exited
    },
  }
}

/** Handles the requests of the parent process. An error ends this process. */
export function serveWorkerRequests<Request>(handle: (request: Request) => Promise<unknown>): void {
  process.on('message', async (request: Request) => process.send?.(await handle(request)))
  process.once('disconnect', () => process.exit())
}
