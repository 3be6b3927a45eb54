import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, it } from '@jest/globals'
import { REMOTE_ROUTES } from '../../frontends/shell/src/remote-routes.ts'
import { PAGE_SIZE } from '../../packages/contracts/src/limits.ts'

const script = readFileSync(path.resolve(import.meta.dirname, '../../frontends/shell/public/head.js'), 'utf8')

/** Creates the storage of a browser in which this page was the last (useRememberPath). */
const createStorage = (lastPath, session = { userId: 'ann-id' }) => ({
  getItem: (key) =>
    session[key] ??
    (lastPath && key === `member:${session.userId}:last-known:path` ? JSON.stringify({ value: lastPath }) : null),
})

/** Runs the script of the document's head at a path. Returns the attributes of the elements that it adds. */
function runHeadScript(pathname, { lastPath, session, fetch } = {}) {
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
  const globals = { document, location: { pathname }, localStorage: createStorage(lastPath, session), fetch }
  new Function(...Object.keys(globals), script)(...Object.values(globals))
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
  expect(runHeadScript('/start', { lastPath })).toMatchObject([{ href: `/mf/${name}/remoteEntry.js?shell=b1` }])
})

const ann = { token: 'a-token', userId: 'ann-id' }
afterEach(() => delete globalThis.meadowEarlyRequests)

/** Runs the script with an API that knows Mei and Ann. Returns the requests that it sends, at least `count`. */
async function listEarlyRequests(pathname, { session, count }) {
  const profiles = { mei: 'mei-id', ann: 'ann-id' }
  const sent = []
  const fetch = async (address, { headers }) => {
    sent.push({ address, authorization: headers.authorization })
    const id = profiles[address.replace('/api/auth/profile/', '')]
    return new Response(JSON.stringify(id ? { user: { _id: id } } : { error: 'Not found' }), { status: id ? 200 : 404 })
  }
  runHeadScript(pathname, { session, fetch })
  for (let turn = 0; turn < 5 || sent.length < count; turn++) await new Promise((resolve) => setTimeout(resolve))
  return sent
}

it('reads each response to its end, also if no call of the page takes it', async () => {
  const completed = new Set()
  const all = Promise.withResolvers()
  const fetch = async (address) => {
    const body = new ReadableStream(
      {
        start: (controller) => controller.enqueue(new TextEncoder().encode('{"user":{"_id":"mei-id"}}')),
        pull(controller) {
          controller.close()
          if (completed.add(address).size === 3) all.resolve()
        },
      },
      { highWaterMark: 0 },
    )
    return new Response(body)
  }
  runHeadScript('/chat/mei', { session: ann, fetch })
  await all.promise
  expect([...globalThis.meadowEarlyRequests.keys()]).toEqual([...completed])
})

it('requests the member, the conversation and the messages of a chat, as the chat does', async () => {
  const addresses = [
    '/api/auth/profile/mei',
    '/api/messages/conversations/mei-id',
    `/api/messages/mei-id?limit=${PAGE_SIZE.messages}`,
  ]
  expect(await listEarlyRequests('/chat/mei', { session: ann, count: addresses.length })).toEqual(
    addresses.map((address) => ({ address, authorization: 'Bearer a-token' })),
  )
  expect([...globalThis.meadowEarlyRequests.keys()]).toEqual(addresses)
  const { token, response } = globalThis.meadowEarlyRequests.get('/api/auth/profile/mei')
  expect([token, await (await response).json()]).toEqual(['a-token', { user: { _id: 'mei-id' } }])
})

it.each([
  ['without a session', '/chat/mei', {}, []],
  ['on another page', '/inbox', ann, []],
  ['about a member who does not exist', '/chat/nobody', ann, ['/api/auth/profile/nobody']],
  ['about oneself', '/chat/ann', ann, ['/api/auth/profile/ann']],
  ['about a group', '/chat/group/mei', ann, []],
])('requests no messages %s', async (_, pathname, session, addresses) => {
  expect(
    (await listEarlyRequests(pathname, { session, count: addresses.length })).map(({ address }) => address),
  ).toEqual(addresses)
})
