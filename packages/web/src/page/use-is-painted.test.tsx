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

/** Adds an image that is decoded when `decode` is called. */
function addImage({ top }: { top: number }) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const picture = new Image()
  picture.decode = () => promise
  picture.getBoundingClientRect = () => ({ top, bottom: top + 300 }) as DOMRect
  document.body.append(picture)
  return { decode: resolve }
}

const renderWhen = (isLoaded: boolean) =>
  renderHook((loaded: boolean) => useIsPainted(loaded), { initialProps: isLoaded })

it('is true immediately for content that is loaded from the start', () => {
  expect(renderWhen(true).result.current).toBe(true)
})

it('is true when the images in the viewport are decoded', async () => {
  const { result, rerender } = renderWhen(false)
  const picture = addImage({ top: 100 })
  addImage({ top: 5_000 })
  rerender(true)
  await pass(500)
  expect(result.current).toBe(false)
  picture.decode()
  await pass(100)
  expect(result.current).toBe(true)
})

it('waits no longer than a second', async () => {
  const { result, rerender } = renderWhen(false)
  addImage({ top: 100 })
  rerender(true)
  await pass(900)
  expect(result.current).toBe(false)
  await pass(200)
  expect(result.current).toBe(true)
})
