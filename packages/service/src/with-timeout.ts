/**
 * What `work` answers. @throws what it throws, or an Error when it has not answered after `ms`; an answer that has arrived
 * counts also where we were too busy to read it.
 */
export async function withTimeout<T>(work: () => T | Promise<T>, ms: number): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => setImmediate(() => reject(new Error('no answer in time'))), ms)
  try {
    return await Promise.race([work(), promise])
  } finally {
    clearTimeout(timer)
  }
}
