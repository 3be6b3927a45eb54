import { type Logger, pino } from 'pino'
import { currentRequestId } from './trace.ts'

export type { Logger } from 'pino'

const SECRET_FIELDS = ['authorization', 'cookie', '["set-cookie"]', 'password', 'token', 'accessToken', 'refreshToken']

/** Places, not wildcards: those walk through everything that is logged, ten times slower and into getters. */
const toRedactionPaths = (prefix: string) =>
  SECRET_FIELDS.map((secret) => (secret.startsWith('[') ? `${prefix}${secret}` : `${prefix}${prefix && '.'}${secret}`))

/** A log of JSON lines. What is said while a request or an event is handled carries its `requestId`; secrets never show. */
export function createLogger({ name, level }: { name: string; level: string }): Logger {
  return pino({
    name,
    level,
    base: {},
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: ['', 'headers', 'body'].flatMap(toRedactionPaths), censor: '[secret]' },
    mixin: () => {
      const requestId = currentRequestId()
      return requestId ? { requestId } : {}
    },
  })
}
