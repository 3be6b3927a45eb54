import { createLogger } from '../logger.ts'

/** A log that says nothing, for tests. */
export const silentLog = createLogger({ name: 'test', level: 'silent' })
