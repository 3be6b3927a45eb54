import { expect, it } from '@jest/globals'
import { findUnreadKeys } from './find-unread-keys.mjs'

it.each([
  "<div onKeyDown={(event) => event.key === 'Enter' && send()} />",
  "document.addEventListener('keydown', (event) => { if (event.isComposing) return })",
  'const handle = (event: KeyboardEvent) => { const { key, code } = event }',
])('reports a handler that reads a key by itself: %s', (text) => {
  expect(findUnreadKeys(new Map([['frontends/chat/src/a.tsx', text]]))).toHaveLength(1)
})

it.each([
  "<div onKeyDown={(event) => readKey(event) === 'Enter' && send()} />",
  "addEventListener('storage', (event) => event.key === STORAGE_KEY)",
])('accepts %s', (text) => {
  expect(findUnreadKeys(new Map([['frontends/chat/src/a.tsx', text]]))).toEqual([])
})
