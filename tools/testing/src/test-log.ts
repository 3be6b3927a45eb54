import { createLogger, type Logger } from '@meadow/service'

/** The log of services under test. Silent unless `TEST_LOG` sets a level; `error` shows the cause of a status 500. */
export const testLog = createLogger({ name: 'test', level: process.env['TEST_LOG'] ?? 'silent' })

/** Creates a log that records its security events, oldest first. */
export function createSecurityEventLog(): { log: Logger; securityEvents: Record<string, unknown>[] } {
  const securityEvents: Record<string, unknown>[] = []
  const record = (line: object) => void ('event' in line && securityEvents.push({ ...line }))
  return { log: Object.assign(Object.create(testLog), { info: record, warn: record }), securityEvents }
}
