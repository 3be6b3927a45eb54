let running = 0

/** How many calls have been sent and not been answered. */
export const callsRunning = (): number => running

/** Counts a call from when it begins to its end, however it ends. */
export async function countRunning<T>(call: () => Promise<T>): Promise<T> {
  running += 1
  try {
    return await call()
  } finally {
    running -= 1
  }
}
