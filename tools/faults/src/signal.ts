/** Lets somebody wait for the next value that they want; it resumes before anything else happens. */
export type Signal<T> = { tell(value: T): void; wait(wanted: (value: T) => boolean): Promise<void> }

export function createSignal<T>(): Signal<T> {
  let waiting: { wanted: (value: T) => boolean; resolve: () => void } | undefined
  return {
    tell(value) {
      if (waiting?.wanted(value)) waiting.resolve()
    },
    wait: (wanted) =>
      new Promise((resolve) => {
        waiting = { wanted, resolve }
      }),
  }
}
