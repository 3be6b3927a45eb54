/**
 * Wraps a function that loads a module. Once it has loaded, React renders the component without a fallback: the promise
 * already is settled, and calls back at once.
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

/** Creates a promise whose `then` calls back at once, as `React.lazy` understands it. */
function createSettledPromise<Value>(value: Value): Promise<Value> {
  const promise = Promise.resolve(value)
  const settle: Promise<Value>['then'] = (onFulfilled, onRejected) => {
    onFulfilled?.(value)
    return Promise.prototype.then.call(promise, undefined, onRejected) as never
  }
  // biome-ignore lint/suspicious/noThenProperty: it is a promise that React may read without a delay
  return Object.assign(promise, { then: settle })
}
