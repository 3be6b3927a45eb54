export type KeyedQueue = <T>(name: string, work: () => Promise<T>) => Promise<T>

/** Lets work of one name wait for its turn; different names do not wait for each other. */
export function createKeyedQueue(): KeyedQueue {
  const last = new Map<string, Promise<unknown>>()
  return (name, work) => {
    const mine = (last.get(name) ?? Promise.resolve()).then(work)
    const ended = mine
      .catch(() => {})
      .then(() => {
        if (last.get(name) === ended) last.delete(name)
      })
    last.set(name, ended)
    return mine
  }
}
