import { AsyncLocalStorage } from 'node:async_hooks'

const moments = new AsyncLocalStorage<Date>()

/** Does `work` as if it were that moment, with all that it waits for. */
export const at = <T>(moment: Date, work: () => T): T => moments.run(moment, work)

/** The moment in which the running call is made; the present where none was chosen. */
export const now = (): Date => moments.getStore() ?? new Date()

const LONG_AGO = new Date(0)

/**
 * The same for services that clear away what is old: beside calls it is long ago, so that a picture of last year is not
 * swept away before its profile or message shows it.
 */
export const nowInCalls = (): Date => moments.getStore() ?? LONG_AGO
