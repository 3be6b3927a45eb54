import { expect, it } from '@jest/globals'
import { findDirectStores } from './find-direct-stores.mjs'

it.each([
  "localStorage.setItem('draft', text)",
  'const { length } = sessionStorage',
  "await caches.open('pictures')",
  "const database = await openDB('mine')",
  "globalThis.indexedDB.open('mine')",
])('reports a store of the browser that belongs to nobody: %s', (text) => {
  expect(findDirectStores(new Map([['frontends/chat/src/a.tsx', text]]))).toHaveLength(1)
})

it.each([
  "memberStorage.write(memberId, 'draft', text)",
  '/** Applies a message to all\n * caches.Then to localStorage. */',
  'const caches = clients.map(({ caches }) => caches) // caches.first of localStorage',
])('accepts %s', (text) => {
  expect(findDirectStores(new Map([['frontends/chat/src/a.tsx', text]]))).toEqual([])
})

it('accepts the module that clears the stores, and tests', () => {
  const text = "localStorage.setItem('theme', 'dark')"
  const paths = ['packages/web/src/page/browser-storage.ts', 'frontends/chat/src/a.test.tsx', 'tools/e2e/a.ts']
  expect(findDirectStores(new Map(paths.map((path) => [path, text])))).toEqual([])
})
