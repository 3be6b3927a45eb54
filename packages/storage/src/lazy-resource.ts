export type LazyResource<T> = (() => Promise<T>) &
  AsyncDisposable & {
    /** What has been opened; undefined until that has succeeded. */
    current(): T | undefined
  }

/** Opens something when it is first asked for, once. A failed attempt is forgotten, so that the next one tries again. */
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
