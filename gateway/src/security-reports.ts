import { type Logger, logSecurityEvent, type SecurityEvent, toNetworkPrefix } from '@meadow/service'
import { createMinuteCounter } from './minute-counter.ts'

/** Reports a security event with the network of an address. */
export type ReportSecurityEvent = (event: SecurityEvent, address: string | undefined) => void

const MAX_KEYS = 10_000

/**
 * Creates the function that logs security events: each event of one actor and network at most once a minute, because those
 * who cause them could fill the log.
 */
export function createSecurityReports({ log, now }: { log: Logger; now: () => Date }): ReportSecurityEvent {
  const reported = createMinuteCounter({ maxKeys: MAX_KEYS, now })
  return (event, address = '') => {
    const report = { ...event, network: toNetworkPrefix(address) }
    if (reported.count(JSON.stringify(report)).count === 1) logSecurityEvent(log, report)
  }
}
