import { afterEach, beforeEach, expect, it, jest } from '@jest/globals'
import { createLogger } from '@meadow/service'
import { createPollingTask } from '../src/polling-task.ts'

const log = createLogger({ name: 'test', level: 'silent' })

beforeEach(() => void jest.useFakeTimers())
afterEach(() => {
  jest.useRealTimers()
  jest.restoreAllMocks()
})

const createTask = (run: (signal: AbortSignal) => Promise<void>, toleratedFailures?: number) =>
  createPollingTask({
    name: 'test',
    intervalMs: 1_000,
    run,
    failure: 'failed',
    log,
    ...(toleratedFailures !== undefined && { toleratedFailures }),
  })

it('runs at the start, at its interval, and at once when it is woken', async () => {
  const run = jest.fn(async () => {})
  const task = createTask(run)
  await task.start()
  await jest.advanceTimersByTimeAsync(999)
  expect(run).toHaveBeenCalledTimes(1)
  await jest.advanceTimersByTimeAsync(1)
  expect(run).toHaveBeenCalledTimes(2)
  task.wake()
  await jest.advanceTimersByTimeAsync(0)
  expect(run).toHaveBeenCalledTimes(3)
  await task.stop()
  await jest.advanceTimersByTimeAsync(10_000)
  expect(run).toHaveBeenCalledTimes(3)
})

it('runs once more if it is woken during a run', async () => {
  const first = Promise.withResolvers<void>()
  const run = jest.fn(async () => {}).mockReturnValueOnce(first.promise)
  const task = createTask(run)
  await task.start()
  task.wake()
  first.resolve()
  await jest.advanceTimersByTimeAsync(0)
  expect(run).toHaveBeenCalledTimes(2)
  await task.stop()
})

it.each([0, 1])(
  'repeats runs that fail before the interval ends, and logs one of them (tolerated: %i)',
  async (tolerated) => {
    const warn = jest.spyOn(log, 'warn')
    const failure = new Error('no connection')
    const run = jest
      .fn(async () => {})
      .mockRejectedValueOnce(failure)
      .mockRejectedValueOnce(failure)
    const task = createTask(run, tolerated)
    await task.start()
    await jest.advanceTimersByTimeAsync(0)
    expect(warn).toHaveBeenCalledTimes(1 - tolerated)
    await jest.advanceTimersByTimeAsync(900)
    expect([run.mock.calls.length, warn.mock.calls.length]).toEqual([3, 1])
    await task.stop()
  },
)

it('tells a run that it is to stop, and waits for its end', async () => {
  const task = createTask((signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve())))
  await task.start()
  await task.stop()
})
