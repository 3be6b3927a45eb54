import type { Logger } from './logger.ts'

/** The time for an orderly shutdown. The supervisor kills the process shortly after it. */
const SHUTDOWN_TIMEOUT_MS = 19_000

/** Waits for one of the signals. The process then has 19 s to end. Repeated signals have no effect. */
export async function waitForSignal(...signals: NodeJS.Signals[]): Promise<NodeJS.Signals> {
  const { promise, resolve } = Promise.withResolvers<NodeJS.Signals>()
  for (const signal of signals) process.on(signal, resolve)
  const signal = await promise
  setTimeout(() => process.exit(1), SHUTDOWN_TIMEOUT_MS).unref()
  return signal
}

/** Logs an uncaught error and ends the process, because its state is then unknown. */
export function exitOnUncaughtException(log: Logger): void {
  process.on('uncaughtException', (error, origin) => {
    log.fatal({ err: error, origin }, 'uncaught error, the process ends')
    process.exit(1)
  })
}
