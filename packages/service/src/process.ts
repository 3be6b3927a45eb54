import { createLogger, type Logger } from './logger.ts'

/** The time for an orderly shutdown after the drain time. The supervisor kills the process shortly after it. */
const SHUTDOWN_TIMEOUT_MS = 19_000

/** A server that can tell load balancers and clients to go elsewhere, before it stops. */
type DrainableServer = { startDraining(): void }

/**
 * Runs a process until `run` returns. An error ends it with exit code 1 and one line in the log. The line has a stack only if
 * the error is a mistake of the program: the message of all others says what to mend. Before `waitForShutdown` is called,
 * SIGTERM ends the process at once.
 */
export async function runProcess(name: string, run: () => Promise<void>): Promise<void> {
  process.on('SIGTERM', exitAtOnce)
  try {
    await run()
  } catch (error) {
    const log = createLogger({ name, level: 'fatal' })
    if (isProgramError(error)) log.fatal({ err: error }, 'uncaught error, the process ends')
    else log.fatal(error instanceof Error ? error.message : String(error))
    process.exit(1)
  } finally {
    process.off('SIGTERM', exitAtOnce)
  }
}

/** The first process of a container ignores SIGTERM unless it has a listener. The exit code is that of the signal. */
const exitAtOnce = () => process.exit(143)

/** Errors that the engine of JavaScript throws, except those of Node.js for an invalid address. */
const isProgramError = (error: unknown): boolean =>
  [TypeError, ReferenceError, RangeError, SyntaxError].some((type) => error instanceof type) &&
  !/^ERR_INVALID_(?:URL|FILE_URL)/.test(String(Object(error).code))

/**
 * Waits until the process should stop. SIGTERM first makes the server drain for `drainSeconds`: load balancers need that
 * long to notice. SIGINT, or a second SIGTERM, ends the wait at once. The process then has 19 s to end.
 */
export async function waitForShutdown(server: DrainableServer, drainSeconds: number): Promise<void> {
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>()
  let drainTimer: NodeJS.Timeout | undefined
  process.off('SIGTERM', exitAtOnce)
  process.on('SIGINT', () => stop())
  process.on('SIGTERM', () => {
    if (drainTimer) return stop()
    server.startDraining()
    drainTimer = setTimeout(stop, drainSeconds * 1_000)
  })
  await stopped
  clearTimeout(drainTimer)
  setTimeout(() => process.exit(1), SHUTDOWN_TIMEOUT_MS).unref()
}

/** Logs an uncaught error and ends the process, because its state is then unknown. */
export function exitOnUncaughtException(log: Logger): void {
  process.on('uncaughtException', (error, origin) => {
    log.fatal({ err: error, origin }, 'uncaught error, the process ends')
    process.exit(1)
  })
}
