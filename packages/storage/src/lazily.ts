/** Opens something when it is first asked for, once. A failed attempt is forgotten, so that the next one tries again. */
export function lazily<T extends AsyncDisposable>(open: () => Promise<T>): (() => Promise<T>) & AsyncDisposable {
  let opened: Promise<T> | undefined
  const get = () => {
    opened ??= open().catch((error) => {
      opened = undefined
      throw error
    })
    return opened
  }
  return Object.assign(get, {
    async [Symbol.asyncDispose]() {
      const resource = await opened?.catch(() => undefined)
      await resource?.[Symbol.asyncDispose]()
    },
  })
}
