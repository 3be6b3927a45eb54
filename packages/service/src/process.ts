import type { Logger } from './logger.ts'

/** How long a process may take to end in good order; whoever started it kills it some moments later. */
const SHUTDOWN_TIMEOUT_MS = 19_000

/** Waits for one of the signals. The process then has 19 s to end by itself; repeats change nothing. */
export async function waitForSignal(...signals: NodeJS.Signals[]): Promise<NodeJS.Signals> {
  const { promise, resolve } = Promise.withResolvers<NodeJS.Signals>()
  for (const signal of signals) process.on(signal, resolve)
  const signal = await promise
  setTimeout(() => process.exit(1), SHUTDOWN_TIMEOUT_MS).unref()
  return signal
}

/** What nobody caught leaves the process in a state that nobody knows: it is logged, and the process ends. */
export function exitOnUncaughtException(log: Logger): void {
  process.on('uncaughtException', (error, origin) => {
    log.fatal({ err: error, origin }, 'uncaught error, ending')
    process.exit(1)
  })
}
