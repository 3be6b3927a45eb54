let pendingCalls = 0

/** How many calls have been sent and not been answered. */
export const countPendingCalls = (): number => pendingCalls

/** Counts a call from when it begins to its end, however it ends. */
export async function trackPendingCall<T>(call: () => Promise<T>): Promise<T> {
  pendingCalls += 1
  try {
    return await call()
  } finally {
    pendingCalls -= 1
  }
}
