import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from '@jest/globals'
import { REMOTE_ROUTES } from '../../frontends/shell/src/remote-routes.ts'

const script = readFileSync(path.resolve(import.meta.dirname, '../../frontends/shell/public/head.js'), 'utf8')

/** Creates the storage of a browser in which this page was the last (useRememberPath). */
const createStorage = (lastPath) => ({
  getItem: (key) => (lastPath && key === 'member:last-known:path' ? JSON.stringify({ value: lastPath }) : null),
})

/** Runs the script of the document's head at a path. Returns the attributes of the elements that it adds. */
function runHeadScript(pathname, lastPath) {
  const added = []
  const document = {
    documentElement: { dataset: {} },
    querySelector: () => ({ content: 'b1' }),
    createElement: () => ({
      attributes: {},
      setAttribute(name, value) {
        this.attributes[name] = value
      },
    }),
    head: { append: ({ attributes }) => added.push(attributes) },
  }
  new Function('document', 'location', 'localStorage', script)(document, { pathname }, createStorage(lastPath))
  return added
}

it.each(Object.entries(REMOTE_ROUTES).flatMap(([name, routes]) => routes.map((route) => ({ name, route }))))(
  'the head of the document preloads the entry of $name at $route',
  ({ name, route }) => {
    const href = `/mf/${name}/remoteEntry.js?shell=b1`
    expect(runHeadScript(route.replaceAll(/:\w+/g, 'mei'))).toEqual([{ rel: 'preload', as: 'script', href }])
  },
)

it.each(['/', '/alert', '/settings', '/constructor', '/homely'])('it preloads nothing at %s', (pathname) => {
  expect(runHeadScript(pathname)).toEqual([])
})

it.each([
  [undefined, 'feed'],
  ['/chat/mei', 'chat'],
])('the start of the installed app preloads what the last page (%s) needs', (lastPath, name) => {
  expect(runHeadScript('/start', lastPath)).toMatchObject([{ href: `/mf/${name}/remoteEntry.js?shell=b1` }])
})
