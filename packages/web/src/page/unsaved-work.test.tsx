import { expect, it } from '@jest/globals'
import { render } from '@testing-library/react'
import { api } from '../api/api.ts'
import { fakeApi } from '../testing/fake-api.ts'
import { hasUnsavedWork, useUnsavedWork } from './unsaved-work.ts'

const Editor = ({ text }: { text: string }) => {
  useUnsavedWork(text !== '')
  return null
}

it('is declared by components, until they have saved it or are gone', () => {
  const { rerender, unmount } = render(<Editor text="" />)
  expect(hasUnsavedWork()).toBe(false)
  rerender(<Editor text="Dear" />)
  expect(hasUnsavedWork()).toBe(true)
  rerender(<Editor text="" />)
  expect(hasUnsavedWork()).toBe(false)
  rerender(<Editor text="Dear all" />)
  unmount()
  expect(hasUnsavedWork()).toBe(false)
})

it('is a call that has no response yet', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  fakeApi({
    'POST /auth/logout': async () => {
      await promise
      return { ok: true }
    },
  })
  const call = api('POST /auth/logout')
  expect(hasUnsavedWork()).toBe(true)
  resolve()
  await call
  expect(hasUnsavedWork()).toBe(false)
})
