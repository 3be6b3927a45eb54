import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import { getRequestId } from './trace.ts'

export type { Logger } from 'pino'

const SECRET_FIELDS = ['authorization', 'cookie', '["set-cookie"]', 'password', 'token', 'accessToken', 'refreshToken']

/** Returns paths without wildcards: a wildcard walks through the whole object, ten times slower, and calls getters. */
const toRedactionPaths = (prefix: string) =>
  SECRET_FIELDS.map((secret) => (secret.startsWith('[') ? `${prefix}${secret}` : `${prefix}${prefix && '.'}${secret}`))

/** The longest time for which a line waits for others. */
const MAX_WAIT_MS = 10
/** When the waiting lines are longer together, they are written at once. */
const MAX_WAITING_LENGTH = 16 * 1024
/** The level of a warning, in pino's numbers. */
const WARN_LEVEL = 40

type LogDestination = DestinationStream & { flushSync(): void }

/**
 * Creates the destination of all log lines: the standard output. Lines wait for others and are written together, because
 * each write is a system call, which takes longer than the line. The end of the process writes them at once; a process that is
 * killed loses those that wait.
 */
function createDestination(): LogDestination {
  const output = pino.destination({ fd: 1, sync: true })
  let waiting = ''
  let timer: NodeJS.Timeout | undefined
  const flushSync = () => {
    clearTimeout(timer)
    timer = undefined
    const lines = waiting
    waiting = ''
    if (lines) output.write(lines)
  }
  process.once('exit', flushSync)
  return {
    write(line) {
      waiting += line
      if (waiting.length > MAX_WAITING_LENGTH) flushSync()
      else timer ??= setTimeout(flushSync, MAX_WAIT_MS).unref()
    },
    flushSync,
  }
}

let destination: LogDestination | undefined

/**
 * Creates a logger of JSON lines. A line of a request or an event carries its `requestId`; secrets are removed. A warning or an
 * error is written at once, with the lines before it.
 */
export function createLogger({ name, level }: { name: string; level: string }): Logger {
  destination ??= createDestination()
  const output = destination
  const options: LoggerOptions = {
    name,
    level,
    base: {},
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: ['', 'headers', 'body'].flatMap(toRedactionPaths), censor: '[secret]' },
    mixin: () => {
      const requestId = getRequestId()
      return requestId ? { requestId } : {}
    },
    hooks: {
      logMethod(args, method, lineLevel) {
        method.apply(this, args)
        if (lineLevel >= WARN_LEVEL) output.flushSync()
      },
    },
  }
  return pino(options, output)
}
