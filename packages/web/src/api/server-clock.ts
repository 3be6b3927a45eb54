import { browserStorage } from '../page/browser-storage.ts'

/** A difference below this is a slow response, not a wrong clock. */
const MIN_OFFSET_MS = 60_000

const listeners = new Set<() => void>()
let offsetMs: number | undefined

/** Returns by how many ms the clock of the server is ahead of that of this device, as far as the last response said. */
export const getServerClockOffset = (): number => (offsetMs ??= Number(browserStorage.read('clockOffset') ?? 0))

/** Records the time of the server, as a response has it, if the clock of this device is wrong. */
export function recordServerTime(date: string | null): void {
  const measuredMs = Date.parse(date ?? '') - Date.now()
  if (Number.isNaN(measuredMs) || Math.abs(measuredMs - getServerClockOffset()) < MIN_OFFSET_MS) return
  offsetMs = Math.abs(measuredMs) < MIN_OFFSET_MS ? 0 : measuredMs
  browserStorage.write('clockOffset', String(offsetMs))
  for (const listener of listeners) listener()
}

/** Returns the time in ms by the clock of the server, also on a device whose clock is wrong. */
export const getServerTime = (): number => Date.now() + getServerClockOffset()

/** Calls `listener` when the clock of this device turns out to be wrong, or right again. Returns a function that ends that. */
export function subscribeToServerClock(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
