import { afterEach, beforeEach, expect, it, jest } from '@jest/globals'
import { act, renderHook } from '@testing-library/react'
import { useIsPainted } from './use-is-painted.ts'

beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
  document.body.replaceChildren()
})

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms))

/** A picture that comes when it is told to. */
function aPicture({ top }: { top: number }) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const picture = new Image()
  picture.decode = () => promise
  picture.getBoundingClientRect = () => ({ top, bottom: top + 300 }) as DOMRect
  document.body.append(picture)
  return { come: resolve }
}

const renderWhen = (hasCome: boolean) => renderHook((has: boolean) => useIsPainted(has), { initialProps: hasCome })

it('is so for what was there from the beginning', () => {
  expect(renderWhen(true).result.current).toBe(true)
})

it('is so when the pictures on the screen have come, whatever lies below', async () => {
  const { result, rerender } = renderWhen(false)
  const picture = aPicture({ top: 100 })
  aPicture({ top: 5_000 })
  rerender(true)
  await pass(500)
  expect(result.current).toBe(false)
  picture.come()
  await pass(100)
  expect(result.current).toBe(true)
})

it('waits no longer than a second', async () => {
  const { result, rerender } = renderWhen(false)
  aPicture({ top: 100 })
  rerender(true)
  await pass(900)
  expect(result.current).toBe(false)
  await pass(200)
  expect(result.current).toBe(true)
})
