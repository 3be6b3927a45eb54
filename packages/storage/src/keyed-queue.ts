export type KeyedQueue = <T>(key: string, work: () => Promise<T>) => Promise<T>

/** Creates a queue that runs work with the same key one after the other, and work with different keys at the same time. */
export function createKeyedQueue(): KeyedQueue {
  const lastByKey = new Map<string, Promise<unknown>>()
  return (key, work) => {
    const result = (lastByKey.get(key) ?? Promise.resolve()).then(work)
    const settled = result
      .catch(() => {})
      .then(() => {
        if (lastByKey.get(key) === settled) lastByKey.delete(key)
      })
    lastByKey.set(key, settled)
    return result
  }
}
