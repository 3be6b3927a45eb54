import { afterEach, beforeEach, expect, it, jest } from '@jest/globals'
import { renderHook } from '@testing-library/react'
import { usePreloadWhenIdle } from './use-when-idle.ts'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

it('preloads each part when the page is idle, also after one that fails', async () => {
  const loaded: string[] = []
  const createLoad = (name: string, error?: Error) => () => {
    loaded.push(name)
    return error ? Promise.reject(error) : Promise.resolve()
  }
  const loads = [createLoad('form', new Error('offline')), createLoad('menu')]
  renderHook(() => usePreloadWhenIdle(loads))
  await jest.advanceTimersByTimeAsync(900)
  expect(loaded).toEqual([])
  await jest.advanceTimersByTimeAsync(1_000)
  expect(loaded).toEqual(['form', 'menu'])
})

it('preloads nothing for a page that was left', async () => {
  const load = jest.fn(() => Promise.resolve())
  const loads = [load]
  renderHook(() => usePreloadWhenIdle(loads)).unmount()
  await jest.advanceTimersByTimeAsync(10_000)
  expect(load).not.toHaveBeenCalled()
})
