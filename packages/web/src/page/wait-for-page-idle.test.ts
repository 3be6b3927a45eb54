import { afterEach, beforeEach, expect, it, jest } from '@jest/globals'
import { trackPendingCall } from '../api/pending-calls.ts'
import { waitForPageIdle } from './wait-for-page-idle.ts'

let download = () => {}
const { PerformanceObserver: real } = globalThis

beforeEach(() => {
  jest.useFakeTimers()
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
})

const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms)

/** A picture that has not come. */
function aPicture({ top }: { top: number }) {
  const picture = new Image()
  picture.src = '/media/slow'
  picture.getBoundingClientRect = () => ({ top, bottom: top + 300 }) as DOMRect
  return picture
}

function wait() {
  const stopped = new AbortController()
  const state = { isQuiet: false, stop: () => stopped.abort() }
  void waitForPageIdle(stopped.signal).then(() => {
    state.isQuiet = true
  })
  return state
}

it('is a second after the last download', async () => {
  const state = wait()
  await pass(900)
  download()
  await pass(900)
  expect(state.isQuiet).toBe(false)
  await pass(100)
  expect(state.isQuiet).toBe(true)
})

it('is not while a call waits for its answer', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  void trackPendingCall(() => promise)
  const state = wait()
  await pass(5_000)
  expect(state.isQuiet).toBe(false)
  resolve()
  await pass(1_000)
  expect(state.isQuiet).toBe(true)
})

it('is not while the page is busy with what came', async () => {
  const state = wait()
  await pass(900)
  const now = performance.now.bind(performance)
  jest.spyOn(performance, 'now').mockImplementation(() => now() + 1_500) // so long no timer could run
  await pass(100)
  expect(state.isQuiet).toBe(false)
  await pass(1_000)
  expect(state.isQuiet).toBe(true)
})

it('is not while a picture on the screen is on its way', async () => {
  const [onScreen, belowIt] = [aPicture({ top: 100 }), aPicture({ top: innerHeight + 100 })]
  document.body.append(onScreen, belowIt)
  const state = wait()
  await pass(3_000)
  expect(state.isQuiet).toBe(false)
  onScreen.remove()
  await pass(1_000)
  expect(state.isQuiet).toBe(true)
})

it('is after ten seconds where downloads never end', async () => {
  const state = wait()
  for (let second = 0; second < 19; second += 1) {
    await pass(500)
    download()
  }
  expect(state.isQuiet).toBe(false)
  await pass(500)
  expect(state.isQuiet).toBe(true)
})

it('is at once when nobody waits any more', async () => {
  const state = wait()
  state.stop()
  await pass(0)
  expect(state.isQuiet).toBe(true)
})
