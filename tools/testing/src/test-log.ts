import { createLogger } from '@meadow/service'

/** The log of services under test. Silent unless `TEST_LOG` sets a level; `error` shows the cause of a status 500. */
export const testLog = createLogger({ name: 'test', level: process.env['TEST_LOG'] ?? 'silent' })
