import { act } from '@testing-library/react'

const observers = new Set<() => void>()

/** Puts observers in place that see the end of a list only when `reachEnd` says so. */
export function fakeIntersectionObserver(): void {
  globalThis.IntersectionObserver = class {
    readonly #tell: () => void
    constructor(callback: IntersectionObserverCallback) {
      const seen = [{ isIntersecting: true } as IntersectionObserverEntry]
      this.#tell = () => callback(seen, this as unknown as IntersectionObserver)
    }
    observe() {
      observers.add(this.#tell)
    }
    disconnect() {
      observers.delete(this.#tell)
    }
  } as unknown as typeof IntersectionObserver
}

/** Scrolls to the end of every list. */
export const scrollToListEnd = (): void => act(() => [...observers].forEach((tell) => void tell()))
