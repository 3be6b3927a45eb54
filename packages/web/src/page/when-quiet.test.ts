import { afterEach, beforeEach, expect, it, jest } from '@jest/globals'
import { countRunning } from '../api/running.ts'
import { whenQuiet } from './when-quiet.ts'

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
  jest.useRealTimers()
  globalThis.PerformanceObserver = real
})

const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms)

function wait() {
  const stopped = new AbortController()
  const state = { isQuiet: false, stop: () => stopped.abort() }
  void whenQuiet(stopped.signal).then(() => {
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
  void countRunning(() => promise)
  const state = wait()
  await pass(5_000)
  expect(state.isQuiet).toBe(false)
  resolve()
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
