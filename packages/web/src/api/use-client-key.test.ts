import { expect, it } from '@jest/globals'
import { renderHook } from '@testing-library/react'
import { useClientKey } from './use-client-key.ts'

const { result } = renderHook(useClientKey)
const keyFor = (content: unknown) => result.current.getKey(content)

it('returns the same key for the same content until `renew`', () => {
  const key = keyFor({ text: 'Hello' })
  expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(keyFor({ text: 'Hello' })).toBe(key)
  result.current.renew()
  expect(keyFor({ text: 'Hello' })).not.toBe(key)
})

it('returns another key for other content', () => {
  const key = keyFor({ text: 'Hello' })
  expect(keyFor({ text: 'Hello!' })).not.toBe(key)
})
