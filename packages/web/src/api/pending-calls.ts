let pendingCalls = 0

/** Returns the number of calls without a response yet. */
export const countPendingCalls = (): number => pendingCalls

/** Counts a call as pending until it settles. */
export async function trackPendingCall<T>(call: () => Promise<T>): Promise<T> {
  pendingCalls += 1
  try {
    return await call()
  } finally {
    pendingCalls -= 1
  }
}
