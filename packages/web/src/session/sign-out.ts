import { ApiError } from '../api/api-error.ts'
import { send } from '../api/send.ts'
import { storage } from '../page/storage.ts'
import { readSession } from './stored-session.ts'

const PENDING = 'signOutPending'
const TIME_LIMIT_MS = 5_000

let leaving: Promise<unknown> = Promise.resolve()

/** Tells the server that the session is over. When it cannot be told now, it will be later. @throws ApiError */
export function revoke(token: string | null): Promise<void> {
  const told = tell(token)
  leaving = told.catch(() => undefined)
  return told
}

async function tell(token: string | null): Promise<void> {
  storage.write(PENDING, '1')
  try {
    await send({ method: 'POST', path: '/auth/logout', token, signal: AbortSignal.timeout(TIME_LIMIT_MS) })
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return forgetRevoke()
    throw error
  }
  forgetRevoke()
}

/** Tells a sign-out that did not arrive. The refresh cookie says which session it was. */
export async function revokePending(): Promise<void> {
  await leaving
  if (storage.read(PENDING) && !readSession().userId) await revoke(null).catch(() => undefined)
}

/** A new session has taken the place of the one that waited for its end. */
export function forgetRevoke(): void {
  storage.remove(PENDING)
}
