import { DomainError } from '@meadow/service'
import { isStatementTimeout, isTransientError, sleep } from '@meadow/storage'
import { ZodError } from 'zod'
import { ForeignEventError } from './event-handler.ts'

const MAX_ATTEMPTS = 5
const RETRY_DELAY_MS = 50

type HandleAloneOptions = {
  /** Sends a simple query to the store. @throws if it is unavailable */
  ping(): Promise<void>
  /** Returns true if one attempt is enough, because the bus delivers the event again and again. */
  isBlocked(): boolean
  signal: AbortSignal
}

/** Returns true if every attempt would fail: the event does not match its contract, is foreign, or breaks a rule. */
const isPermanentError = (error: unknown) =>
  error instanceof ZodError || error instanceof ForeignEventError || error instanceof DomainError

/**
 * Handles one event by up to five attempts, or by one if it is blocked. Returns the error of the last one, or undefined if it was handled.
 * @throws if an attempt fails because the store is unavailable
 */
export async function handleAlone(
  handle: () => Promise<void>,
  { ping, isBlocked, signal }: HandleAloneOptions,
): Promise<{ error: unknown } | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return void (await handle())
    } catch (error) {
      await throwIfUnavailable(error, ping)
      if (isPermanentError(error) || attempt === MAX_ATTEMPTS || isBlocked()) return { error }
      await sleep(RETRY_DELAY_MS * attempt, signal)
      signal.throwIfAborted()
    }
  }
}

/**
 * Throws if the store is unavailable. A statement that timed out although the store responds to a simple query is the fault of
 * the event, which another attempt, or the same attempt without other events, may show.
 */
export async function throwIfUnavailable(error: unknown, ping: () => Promise<void>): Promise<void> {
  if (isStatementTimeout(error)) await ping()
  else if (isTransientError(error)) throw error
}
