import { expect, it } from '@jest/globals'
import { isPagePath } from './register-navigation.ts'

it.each(['/', '/home', '/profile/jane.doe', '/profile/jane.doe/follow', '/apiary', '/settings/notifications'])(
  '%s is a page',
  (path) => expect(isPagePath(path)).toBe(true),
)

it.each([
  '/api/health',
  '/api',
  '/media/p/1.webp',
  '/mf/feed/remoteEntry.js',
  '/socket.io/',
  '/sw.js',
  '/dev/ui',
  '/embed/post/1',
])('%s is no page', (path) => expect(isPagePath(path)).toBe(false))
