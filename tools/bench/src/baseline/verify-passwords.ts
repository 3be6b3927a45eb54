// Verifies a password repeatedly, as auth does for a sign-in, and nothing else. Started by password-verifier.ts.
import { createPasswordHasher } from '../../../../services/auth/src/passwords/password-hasher.ts'
import { saturate } from '../measure/load.ts'
import { serveWorkerRequests } from '../measure/worker-process.ts'

/** More than are verified at the same time, and few enough that none is refused. */
const CALLERS = 8
const PASSWORD = 'a long password 1'

export type VerifyRequest = { seconds: number }
export type VerifiedPasswords = { count: number; perSecond: number }

const passwords = await createPasswordHasher()
const passwordHash = await passwords.hash(PASSWORD)

async function verifyPassword(): Promise<number> {
  if (!(await passwords.verify(passwordHash, PASSWORD))) throw new Error('The password was not accepted')
  return performance.now()
}

serveWorkerRequests<VerifyRequest>(async ({ seconds }) => {
  const { durationsMs, perSecond } = await saturate(verifyPassword, CALLERS, seconds)
  return { count: durationsMs.length, perSecond } satisfies VerifiedPasswords
})
