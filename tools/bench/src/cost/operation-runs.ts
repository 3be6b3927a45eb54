import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { drawSamplePicture } from '@meadow/testing/sample-pictures'
import type { OperationName } from '../capacity/operation-costs.ts'
import { createPictureForm } from '../measure/picture-form.ts'
import type { BenchProduct } from '../product/open-product.ts'
import { MEMBER_COUNT, toSeedId } from '../seed/seed-ids.ts'
import type { CountedClient } from './counted-client.ts'

/** An operation: how often it is measured, and what is sent the nth time. */
export type OperationRun = { count: number; send(client: CountedClient, n: number): Promise<unknown> }

const FRONTENDS = resolve(import.meta.dirname, '../../../../frontends')
const PASSWORD = 'a long password 1'
const POST_TEXT = 'The path along the river is dry again. '.repeat(5)
/** The distance of successive choices in the list of members. It is coprime to the length, so each choice is another member. */
const STRIDE = 7_919

type Account = { username: string; cookie: string }

/** Creates the runs of all operations over HTTP. They build on each other and must run in this order. */
export async function createOperationRuns(
  { signToken, stack }: BenchProduct,
  pairs: number,
): Promise<[OperationName, OperationRun][]> {
  const accounts: Account[] = []
  const pictures: string[] = []
  const memberAt = (n: number) => (n * STRIDE) % MEMBER_COUNT
  const cachedTokens = new Map<number, string>()
  const tokenAt = (member: number): string => {
    const token = cachedTokens.get(member) ?? signToken(member)
    cachedTokens.set(member, token)
    return token
  }
  const get = (client: CountedClient, member: number, path: string) =>
    client.send({ path: `/api${path}`, token: tokenAt(member) })
  const post = (client: CountedClient, member: number, path: string, body: object, headers = {}) =>
    client.send({ method: 'POST', path: `/api${path}`, token: tokenAt(member), body, headers })
  const postAt = (n: number) => toSeedId('post', (n * STRIDE) % MEMBER_COUNT)
  const origin = stack.url
  const picture = await drawSamplePicture('evening', 1600, 1200)
  const files = await listHomeFiles()

  return [
    [
      'signUp',
      {
        count: 60,
        async send(client, n) {
          const username = `cost.${n}.${randomUUID().slice(0, 8)}`
          const body = { username, email: `${username}@example.org`, fullName: 'Ann Example', password: PASSWORD }
          const { headers } = await client.send({
            method: 'POST',
            path: '/api/auth/register',
            body,
            headers: { origin },
          })
          accounts.push({ username, cookie: readCookie(headers['set-cookie']) })
        },
      },
    ],
    [
      'signIn',
      {
        count: 60,
        async send(client, n) {
          const account = accounts[n % accounts.length]
          const body = { email: account?.username, password: PASSWORD }
          const { headers } = await client.send({ method: 'POST', path: '/api/auth/login', body, headers: { origin } })
          if (account) account.cookie = readCookie(headers['set-cookie'])
        },
      },
    ],
    [
      'renewToken',
      {
        count: 300,
        async send(client, n) {
          const account = accounts[n % accounts.length]
          const headers = { origin, cookie: account?.cookie ?? '' }
          const response = await client.send({ method: 'POST', path: '/api/auth/refresh', headers })
          if (account) account.cookie = readCookie(response.headers['set-cookie']) || account.cookie
        },
      },
    ],
    [
      'firstVisit',
      {
        count: 60,
        async send(client) {
          for (const path of files) await client.send({ path })
        },
      },
    ],
    ['feedPage', { count: 400, send: (client, n) => get(client, memberAt(n), '/posts?limit=5') }],
    [
      'profile',
      { count: 400, send: (client, n) => get(client, memberAt(n), `/auth/profile/member${memberAt(n + 1)}`) },
    ],
    [
      'post',
      {
        count: 400,
        send: (client, n) =>
          post(client, memberAt(n), '/posts', { content: POST_TEXT }, { 'idempotency-key': randomUUID() }),
      },
    ],
    [
      'picture',
      {
        count: 20,
        async send(client, n) {
          const { headers, body } = await createPictureForm(picture, 'image/png')
          const response = await post(client, memberAt(n), '/media', body, headers)
          pictures.push(JSON.parse(response.body.toString()).secure_url)
        },
      },
    ],
    ['pictureView', { count: 400, send: (client, n) => client.send({ path: pictures[n % pictures.length] ?? '' }) }],
    [
      'like',
      {
        count: 400,
        send: (client, n) => post(client, memberAt(n + 17), `/posts/${postAt(n)}/like`, { state: true }),
      },
    ],
    [
      'comment',
      {
        count: 300,
        send: (client, n) =>
          post(
            client,
            memberAt(n + 29),
            `/posts/${postAt(n)}/comments`,
            { text: 'How lovely, see you there tomorrow!' },
            { 'idempotency-key': randomUUID() },
          ),
      },
    ],
    [
      'follow',
      {
        count: 300,
        // The highest members are followed least, so that nearly every call is a new follow.
        send: (client, n) =>
          post(client, memberAt(n), `/users/${toSeedId('member', MEMBER_COUNT - 1 - n)}/follow`, { state: true }),
      },
    ],
    ['suggestions', { count: 200, send: (client, n) => get(client, memberAt(n), '/auth/suggestions?limit=5') }],
    ['search', { count: 200, send: (client, n) => get(client, memberAt(n), `/auth/users?query=member${n + 10}`) }],
    [
      'notifications',
      { count: 300, send: (client, n) => get(client, MEMBER_COUNT - 1 - n, '/posts/notifications?limit=5') },
    ],
    [
      'message',
      {
        count: 300,
        send(client, n) {
          const sender = n % (pairs * 2)
          const content = 'Shall we meet at the old mill at six? I bring the bread.'
          const message = { recipientId: toSeedId('member', sender ^ 1), content, clientMessageId: randomUUID() }
          return post(client, sender, '/messages', message)
        },
      },
    ],
    [
      'history',
      {
        count: 300,
        send(client, n) {
          const reader = n % (pairs * 2)
          return get(client, reader, `/messages/${toSeedId('member', reader ^ 1)}?limit=30`)
        },
      },
    ],
    ['sync', { count: 300, send: (client, n) => get(client, n % (pairs * 2), '/messages/sync') }],
  ]
}

const readCookie = (headers: string[] = []): string => headers.map((header) => header.split(';')[0]).join('; ')

/** Lists the files of the document of the shell, and of the feed. */
async function listHomeFiles(): Promise<string[]> {
  const document = await readFile(join(FRONTENDS, 'shell/dist/index.html'), 'utf8')
  const shell = [...document.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path = '']) => path)
  const feed = await Promise.all(
    ['js', 'css'].map(async (folder) => {
      const names = await readdir(join(FRONTENDS, 'feed/dist', folder))
      return names.filter((name) => /\.(js|css)$/.test(name)).map((name) => `/mf/feed/${folder}/${name}`)
    }),
  )
  return ['/home', ...shell, '/mf/feed/remoteEntry.js', ...feed.flat()]
}
