import { expect, it } from '@jest/globals'
import { isOutdated } from './use-update.ts'

it.each([
  ['of the shell', { shell: 'A' }, { shell: 'B' }],
  ['of a loaded remote', { shell: 'A', feed: 'A' }, { shell: 'A', feed: 'B' }],
])('a page is outdated if there is a newer build %s', (_, page, current) =>
  expect(isOutdated(page, current)).toBe(true),
)

it.each([
  ['it runs the current builds', { shell: 'A', feed: 'B' }, { shell: 'A', feed: 'B' }],
  ['it has not loaded the changed remote', { shell: 'A' }, { shell: 'A', feed: 'B' }],
  ['a front end does not respond', { shell: 'A', feed: 'A' }, { shell: 'A' }],
])('a page is not outdated if %s', (_, page, current) => expect(isOutdated(page, current)).toBe(false))
