import { join } from 'node:path'
import { startWorkerProcess } from '../measure/worker-process.ts'
import type { VerifiedPasswords, VerifyRequest } from './verify-passwords.ts'

/** A process that only verifies passwords: the lower limit of the costs of a sign-in. */
export type PasswordVerifier = AsyncDisposable & {
  pids: number[]
  /** Verifies a password as often as possible. */
  run(seconds: number): Promise<VerifiedPasswords>
}

/** Starts a process that verifies passwords with the library, the parameters and the concurrency of auth. */
export function startPasswordVerifier(): PasswordVerifier {
  const worker = startWorkerProcess(join(import.meta.dirname, 'verify-passwords.ts'))
  return {
    pids: [worker.pid],
    run: (seconds) => worker.call<VerifiedPasswords>({ seconds } satisfies VerifyRequest),
    [Symbol.asyncDispose]: () => worker[Symbol.asyncDispose](),
  }
}
