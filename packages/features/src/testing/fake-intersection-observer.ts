import { act } from '@testing-library/react'

const observers = new Set<() => void>()

/** Replaces `IntersectionObserver`: observers fire only when `scrollToListEnd` is called. */
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

/** Fires all observers, as if every list were scrolled to its end. */
export const scrollToListEnd = (): void => act(() => [...observers].forEach((tell) => void tell()))
