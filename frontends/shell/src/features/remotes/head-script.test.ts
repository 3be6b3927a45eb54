import { readFileSync } from 'node:fs'
import { afterEach, expect, it } from '@jest/globals'
import { REMOTE_ROUTES } from './remotes.ts'

const script = readFileSync('frontends/shell/public/head.js', 'utf8')

/** Runs the script of the document's head at a path. Returns the preloaded files. */
function runHeadScript(path: string): string[] {
  history.replaceState(null, '', path)
  document.head.innerHTML = '<meta name="build" content="b1">'
  new Function(script)()
  const links = document.head.querySelectorAll<HTMLLinkElement>('link[rel="preload"][as="script"]')
  return [...links].map(({ href }) => href.slice(location.origin.length))
}

afterEach(() => {
  document.head.replaceChildren()
})

it.each(Object.entries(REMOTE_ROUTES).flatMap(([name, routes]) => routes.map((route) => ({ name, route }))))(
  'preloads the entry of $name at $route',
  ({ name, route }) => {
    expect(runHeadScript(route.replaceAll(/:\w+/g, 'mei'))).toEqual([`/mf/${name}/remoteEntry.js?shell=b1`])
  },
)

it.each(['/', '/alert', '/settings', '/constructor', '/homely'])('preloads nothing at %s', (path) => {
  expect(runHeadScript(path)).toEqual([])
})
