/** A signal with one waiter. `wait` resolves with the next matching value, before any other task runs. */
export type Signal<T> = { emit(value: T): void; wait(matches: (value: T) => boolean): Promise<void> }

export function createSignal<T>(): Signal<T> {
  let waiting: { matches: (value: T) => boolean; resolve: () => void } | undefined
  return {
    emit(value) {
      if (waiting?.matches(value)) waiting.resolve()
    },
    wait: (matches) =>
      new Promise((resolve) => {
        waiting = { matches, resolve }
      }),
  }
}
