import { afterEach, beforeEach, expect, it, jest } from '@jest/globals'
import { trackPendingCall } from '../api/send-request.ts'
import { waitForPageIdle } from './wait-for-page-idle.ts'

let download = () => {}
const { PerformanceObserver: real, requestIdleCallback: realIdleCallback } = globalThis

beforeEach(() => {
  jest.useFakeTimers()
  globalThis.requestIdleCallback = (callback) => {
    callback({ didTimeout: false, timeRemaining: () => 50 })
    return 0
  }
  globalThis.PerformanceObserver = class {
    constructor(listener: () => void) {
      download = listener
    }
    observe() {}
    disconnect() {}
  } as unknown as typeof PerformanceObserver
})
afterEach(() => {
  jest.restoreAllMocks()
  jest.useRealTimers()
  globalThis.PerformanceObserver = real
  globalThis.requestIdleCallback = realIdleCallback
})

const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms)

/** Creates an image that is not loaded. */
function createImage({ top }: { top: number }) {
  const picture = new Image()
  picture.src = '/media/slow'
  picture.getBoundingClientRect = () => ({ top, bottom: top + 300 }) as DOMRect
  return picture
}

function wait() {
  const abortController = new AbortController()
  const state = { isQuiet: false, stop: () => abortController.abort() }
  void waitForPageIdle(abortController.signal).then(() => {
    state.isQuiet = true
  })
  return state
}

it('resolves a second after the last download', async () => {
  const state = wait()
  await pass(900)
  download()
  await pass(900)
  expect(state.isQuiet).toBe(false)
  await pass(100)
  expect(state.isQuiet).toBe(true)
})

it('waits for pending calls', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  void trackPendingCall(() => promise)
  const state = wait()
  await pass(5_000)
  expect(state.isQuiet).toBe(false)
  resolve()
  await pass(1_000)
  expect(state.isQuiet).toBe(true)
})

it('waits while the page is busy', async () => {
  const state = wait()
  await pass(900)
  const now = performance.now.bind(performance)
  jest.spyOn(performance, 'now').mockImplementation(() => now() + 1_500) // as if no timer could run for so long
  await pass(100)
  expect(state.isQuiet).toBe(false)
  await pass(1_000)
  expect(state.isQuiet).toBe(true)
})

it('waits for images in the viewport', async () => {
  const [onScreen, belowIt] = [createImage({ top: 100 }), createImage({ top: innerHeight + 100 })]
  document.body.append(onScreen, belowIt)
  const state = wait()
  await pass(3_000)
  expect(state.isQuiet).toBe(false)
  onScreen.remove()
  await pass(1_000)
  expect(state.isQuiet).toBe(true)
})

it('resolves after ten seconds of downloads', async () => {
  const state = wait()
  for (let second = 0; second < 19; second += 1) {
    await pass(500)
    download()
  }
  expect(state.isQuiet).toBe(false)
  await pass(500)
  expect(state.isQuiet).toBe(true)
})

it('gives each who waits an idle callback of their own', async () => {
  const callbacks: (() => void)[] = []
  globalThis.requestIdleCallback = (callback) => callbacks.push(callback as () => void)
  const [first, second] = [wait(), wait()]
  await pass(1_000)
  expect([callbacks.length, first.isQuiet, second.isQuiet]).toEqual([2, false, false])
  callbacks[0]?.()
  await pass(0)
  expect([first.isQuiet, second.isQuiet]).toEqual([true, false])
})

it('resolves when the signal aborts', async () => {
  const state = wait()
  state.stop()
  await pass(0)
  expect(state.isQuiet).toBe(true)
})
