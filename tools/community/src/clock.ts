import { AsyncLocalStorage } from 'node:async_hooks'

const times = new AsyncLocalStorage<Date>()

/** Runs `work`, and all that it awaits, as if the clock showed `time`. */
export const runAt = <T>(time: Date, work: () => T): T => times.run(time, work)

/** Returns the time of the running call; the present outside of calls. */
export const callTime = (): Date => times.getStore() ?? new Date()

const EPOCH = new Date(0)

/**
 * Returns the time of the running call; 1970 outside of calls. For services with cleanup jobs: at that time nothing is old,
 * so a picture that was uploaded "last year" is not removed before its profile or message refers to it.
 */
export const callTimeOrEpoch = (): Date => times.getStore() ?? EPOCH
