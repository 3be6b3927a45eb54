/**
 * Runs `work` and returns its result. A result that arrived in time counts even if the event loop was too busy to read it.
 * @throws the error of `work`, or an Error after `timeoutMs`
 */
export async function withTimeout<T>(work: () => T | Promise<T>, timeoutMs: number): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => setImmediate(() => reject(new Error(`no result after ${timeoutMs} ms`))), timeoutMs)
  try {
    return await Promise.race([work(), promise])
  } finally {
    clearTimeout(timer)
  }
}
