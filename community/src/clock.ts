import { AsyncLocalStorage } from 'node:async_hooks'

const moments = new AsyncLocalStorage<Date>()

/** Does `work` as if it were that moment, with all that it waits for. */
export const at = <T>(moment: Date, work: () => T): T => moments.run(moment, work)

/** The moment in which the running work takes place; the present where none was chosen. */
export const now = (): Date => moments.getStore() ?? new Date()
