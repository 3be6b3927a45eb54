import { act } from '@testing-library/react'

type FakeObserverEntry = { element: Element; notify: (isNear: boolean) => void }
type FakeIntersectionObserver = { disconnect: () => void; observe: (element: Element) => void }

let watchers = new Set<FakeObserverEntry>()

/** Replaces `ResizeObserver` (every element has this height in pixels) and `IntersectionObserver` (fires on `scrollOutOfView` and `scrollIntoView`). */
export function fakeListLayout(height: number): void {
  watchers = new Set()
  globalThis.ResizeObserver = class {
    readonly #tell: ResizeObserverCallback
    constructor(tell: ResizeObserverCallback) {
      this.#tell = tell
    }
    observe() {
      const size = { blockSize: height, inlineSize: 600 }
      this.#tell([{ borderBoxSize: [size] } as unknown as ResizeObserverEntry], this as unknown as ResizeObserver)
    }
    unobserve() {}
    disconnect() {}
  } as unknown as typeof ResizeObserver
  globalThis.IntersectionObserver = function (this: FakeIntersectionObserver, callback: IntersectionObserverCallback) {
    const own = new Set<FakeObserverEntry>()
    this.observe = (element) => {
      const notify = (isIntersecting: boolean) =>
        callback([{ isIntersecting } as IntersectionObserverEntry], this as unknown as IntersectionObserver)
      const watcher = { element, notify }
      own.add(watcher)
      watchers.add(watcher)
    }
    this.disconnect = () => {
      for (const watcher of own) watchers.delete(watcher)
    }
  } as unknown as typeof IntersectionObserver
}

/** Reports that the element has left the area near the screen. */
export const scrollOutOfView = (from: Element): void => setVisible(from, false)

/** Reports that the element is near the screen. */
export const scrollIntoView = (to: Element): void => setVisible(to, true)

const setVisible = (element: Element, isNear: boolean) =>
  act(() => {
    for (const watcher of watchers) if (watcher.element === element) watcher.notify(isNear)
  })
