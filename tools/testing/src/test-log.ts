import { createLogger } from '@meadow/service'

/** A log for tests: it says nothing, unless `TEST_LOG` names a level: with `error`, why a call was answered 500. */
export const testLog = createLogger({ name: 'test', level: process.env['TEST_LOG'] ?? 'silent' })
