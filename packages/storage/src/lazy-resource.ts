export type LazyResource<T> = (() => Promise<T>) &
  AsyncDisposable & {
    /** Returns the resource, or undefined if it is not open yet. */
    current(): T | undefined
  }

/** Creates a function that opens a resource at its first call and then returns the same one. A failed attempt is not cached. */
export function createLazyResource<T extends AsyncDisposable>(open: () => Promise<T>): LazyResource<T> {
  let opening: Promise<T> | undefined
  let opened: T | undefined
  async function tryOpening(): Promise<T> {
    try {
      opened = await open()
      return opened
    } catch (error) {
      opening = undefined
      throw error
    }
  }
  const get = () => {
    opening ??= tryOpening()
    return opening
  }
  return Object.assign(get, {
    current: () => opened,
    async [Symbol.asyncDispose]() {
      const resource = await opening?.catch(() => undefined)
      await resource?.[Symbol.asyncDispose]()
    },
  })
}
