import { type DestinationStream, type Logger, pino } from 'pino'
import { getRequestId } from './trace.ts'

export type { Logger } from 'pino'

const SECRET_FIELDS = ['authorization', 'cookie', '["set-cookie"]', 'password', 'token', 'accessToken', 'refreshToken']

/** Returns paths without wildcards: a wildcard walks through the whole object, ten times slower, and calls getters. */
const toRedactionPaths = (prefix: string) =>
  SECRET_FIELDS.map((secret) => (secret.startsWith('[') ? `${prefix}${secret}` : `${prefix}${prefix && '.'}${secret}`))

/** Longer lines that wait for the end of a turn of the event loop are written before it. */
const MAX_WAITING_LENGTH = 16 * 1024

/**
 * Creates the destination of all log lines: the standard output. The lines of one turn of the event loop are written together,
 * because each write is a system call, which takes longer than the line. A line of level fatal, and the end of the process,
 * write at once.
 */
function createDestination(): DestinationStream & { flushSync(): void } {
  const output = pino.destination({ fd: 1, sync: true })
  let waiting = ''
  let isScheduled = false
  const flushSync = () => {
    const lines = waiting
    waiting = ''
    if (lines) output.write(lines)
  }
  const flushScheduled = () => {
    isScheduled = false
    flushSync()
  }
  process.once('exit', flushSync)
  return {
    write(line) {
      waiting += line
      if (waiting.length > MAX_WAITING_LENGTH) flushSync()
      if (!isScheduled) setImmediate(flushScheduled)
      isScheduled = true
    },
    flushSync,
  }
}

let destination: ReturnType<typeof createDestination> | undefined

/** Creates a logger of JSON lines. A line of a request or an event carries its `requestId`; secrets are removed. */
export function createLogger({ name, level }: { name: string; level: string }): Logger {
  destination ??= createDestination()
  const options = {
    name,
    level,
    base: {},
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: ['', 'headers', 'body'].flatMap(toRedactionPaths), censor: '[secret]' },
    mixin: () => {
      const requestId = getRequestId()
      return requestId ? { requestId } : {}
    },
  }
  return pino(options, destination)
}
