/**
 * Wraps a function that loads a module. Once it has loaded, `LazyComponent` renders without a fallback: the promise already
 * is settled, and calls back at once.
 */
export function rememberLoaded<Module>(
  load: (attempt: number) => Promise<Module>,
): (attempt?: number) => Promise<Module> {
  let loaded: Module | undefined
  return (attempt = 0) => {
    if (loaded !== undefined) return createSettledPromise(loaded)
    return load(attempt).then((module) => {
      loaded = module
      return module
    })
  }
}

/** Creates a promise whose `then` calls back at once, so that a component can read its value during its first render. */
function createSettledPromise<Value>(value: Value): Promise<Value> {
  const promise = Promise.resolve(value)
  const settle: Promise<Value>['then'] = (onFulfilled, onRejected) => {
    if (!onFulfilled) return Promise.prototype.then.call(promise, onFulfilled, onRejected) as never
    try {
      return Promise.resolve(onFulfilled(value))
    } catch (error) {
      return Promise.reject(error)
    }
  }
  // biome-ignore lint/suspicious/noThenProperty: it is a promise that may be read without a delay
  return Object.assign(promise, { then: settle })
}
