import type { Logger } from '@meadow/service'

/** The time of a service: that of this machine, unless its clock is wrong. */
export type StoreClock = Disposable & { now(): Date }

type StoreClockDeps = {
  readStoreTime: () => Promise<Date>
  log: Logger
  /** Returns the time of this machine in milliseconds. */
  readSystemTimeMs?: () => number
  refreshIntervalMs?: number
}

const REFRESH_INTERVAL_MS = 60_000
/** Ordinary clocks differ by less, and so does a measurement on a busy machine. */
const MAX_IGNORED_MS = 10_000

/**
 * Creates a clock that is corrected by the store's if the two differ by more than ten seconds: a process whose clock is wrong
 * would refuse tokens, end leases and delete too early. It compares them now and every minute, and keeps the last correction
 * while the store is unavailable.
 */
export async function createStoreClock({
  readStoreTime,
  log,
  readSystemTimeMs = Date.now,
  refreshIntervalMs = REFRESH_INTERVAL_MS,
}: StoreClockDeps): Promise<StoreClock> {
  let correctionMs = 0

  async function refresh(): Promise<void> {
    const before = readSystemTimeMs()
    const storeTime = await readStoreTime()
    const after = readSystemTimeMs()
    const durationMs = Math.abs(after - before)
    if (durationMs > MAX_IGNORED_MS) throw new Error(`the comparison took ${durationMs} ms`) // the process was suspended
    const measuredMs = Math.round(storeTime.getTime() - (before + after) / 2)
    const isWrong = Math.abs(measuredMs) > MAX_IGNORED_MS
    if (isWrong && correctionMs === 0)
      log.error({ differenceMs: measuredMs }, "the clock of this machine is wrong: using the store's")
    if (!isWrong && correctionMs !== 0) log.info('the clock of this machine is right again')
    correctionMs = isWrong ? measuredMs : 0
  }

  const attempt = () =>
    refresh().catch((error) => log.warn({ err: error }, "the clock cannot be compared with the store's"))
  await attempt()
  const timer = setInterval(attempt, refreshIntervalMs).unref()

  return {
    now: () => new Date(readSystemTimeMs() + correctionMs),
    [Symbol.dispose]: () => clearInterval(timer),
  }
}
