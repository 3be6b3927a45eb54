/** Lets work of one name wait for its turn; different names do not wait for each other. */
export function createTurns(): <T>(name: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>()
  return (name, work) => {
    const mine = (last.get(name) ?? Promise.resolve()).then(work)
    last.set(
      name,
      mine.catch(() => {}),
    )
    return mine
  }
}
