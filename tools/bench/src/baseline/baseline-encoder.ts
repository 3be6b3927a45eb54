import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const SCRIPT = join(import.meta.dirname, 'encode-pictures.ts')

/** Encodes these files in turn until `count` pictures are encoded, `callers` of them at the same time. */
export type EncodingJob = { files: readonly string[]; count: number; callers: number }

/** A process that encodes pictures as the product does, without receiving or storing them. */
export type BaselineEncoder = AsyncDisposable & {
  pid: number
  /** Returns the number of pictures per second. @throws Error if one cannot be encoded */
  encode(job: EncodingJob): Promise<number>
}

export function startBaselineEncoder(): BaselineEncoder {
  const child = fork(SCRIPT, { env: {}, execArgv: [], stdio: ['ignore', 2, 2, 'ipc'] }) // as the encoders of the product
  const exited = once(child, 'exit')
  const failed = exited.then(() => {
    throw new Error('The baseline has ended')
  })
  failed.catch(() => undefined) // thrown by `encode`
  return {
    pid: child.pid ?? 0,
    async encode(job) {
      child.send(job)
      const [perSecond] = await Promise.race([once(child, 'message'), failed])
      return perSecond
    },
    async [Symbol.asyncDispose]() {
      child.kill()
      await exited
    },
  }
}
