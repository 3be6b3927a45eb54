import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { replaceSession } from '../session/session-replacement.ts'
import { readStoredSession, storeSession } from '../session/stored-session.ts'
import { aMember, fakeApi } from '../testing/index.ts'
import { api } from './api.ts'

const ann = aMember()
const expired = { refuse: { status: 401, code: 'token_expired' } }

beforeEach(() => localStorage.clear())

describe('a call', () => {
  it('fills the path, leaves out empty query values, and sends token and body', async () => {
    storeSession('a-token', ann._id)
    const { calls: seen } = fakeApi({
      'GET /posts': () => ({ posts: [], pagination: { hasMore: false }, nextCursor: null }),
      'POST /users/:id/follow': () => ({ isFollowing: true, followerCount: 1 }),
    })
    await api('GET /posts', { query: { limit: 5, cursor: null, scope: 'all' } })
    await api('POST /users/:id/follow', { params: { id: 'a/b' }, body: { state: true } })
    expect(seen[0]).toMatchObject({ path: '/posts', token: 'a-token' })
    expect(String(seen[0]?.query)).toBe('limit=5&scope=all')
    expect(seen[1]).toMatchObject({ path: '/users/a%2Fb/follow', body: { state: true } })
  })

  it('sends a form unchanged', async () => {
    const { calls: seen } = fakeApi({ 'POST /media': () => ({ refuse: { status: 415, code: 'unsupported_type' } }) })
    const form = new FormData()
    form.set('purpose', 'post')
    await expect(api('POST /media', { body: form })).rejects.toMatchObject({ code: 'unsupported_type' })
    expect(seen[0]?.body).toBe(form)
  })

  it('reports the upload progress of a form, and fails like every call', async () => {
    storeSession('a-token', ann._id)
    const network = fakeApi({ 'POST /messages/image': () => ({ refuse: { status: 403, code: 'not_mutual' } }) })
    const shares: number[] = []
    const sent = () =>
      api('POST /messages/image', { body: new FormData(), onProgress: (share) => void shares.push(share) })
    await expect(sent()).rejects.toMatchObject({ code: 'not_mutual' })
    network.respondWith({ 'POST /messages/image': () => 'no network' })
    await expect(sent()).rejects.toMatchObject({ code: 'offline' })
    expect(shares).toEqual([0.5, 0.5])
    expect(network.calls[0]).toMatchObject({ token: 'a-token' })
  })
})

describe('a request that the document has sent before', () => {
  const sendEarly = (token: string, user: object) => {
    const response = Promise.resolve(new Response(JSON.stringify(user)))
    Object.assign(globalThis, { meadowEarlyRequests: new Map([['/api/auth/me', { token, response }]]) })
  }
  beforeEach(() => storeSession('a-token', ann._id))
  afterEach(() => void jest.restoreAllMocks())

  it('is the first call', async () => {
    const network = fakeApi({ 'GET /auth/me': () => ann })
    sendEarly('a-token', { ...ann, username: 'early' })
    expect(await api('GET /auth/me')).toMatchObject({ username: 'early' })
    expect(network.count('GET /auth/me')).toBe(0)
    expect(await api('GET /auth/me')).toEqual(ann)
  })

  it('is not used for another session', async () => {
    fakeApi({ 'GET /auth/me': () => ann })
    sendEarly('another-token', { ...ann, username: 'early' })
    expect(await api('GET /auth/me')).toEqual(ann)
  })

  it('is not used by a page that has been open for a while', async () => {
    fakeApi({ 'GET /auth/me': () => ann })
    sendEarly('a-token', { ...ann, username: 'early' })
    jest.spyOn(performance, 'now').mockReturnValue(60_000)
    expect(await api('GET /auth/me')).toEqual(ann)
  })
})

it('sends its client key, also after the token is renewed', async () => {
  storeSession('old', ann._id)
  const { calls: seen } = fakeApi({
    'POST /posts': () => expired,
    'POST /auth/refresh': () => ({ token: 'new', user: ann }),
  })
  await expect(api('POST /posts', { body: { content: 'Hello' }, key: 'k' })).rejects.toMatchObject({ status: 401 })
  expect(seen.map(({ key, token, clientKey }) => [key, token, clientKey])).toEqual([
    ['POST /posts', 'old', 'k'],
    ['POST /auth/refresh', undefined, undefined],
    ['POST /posts', 'new', 'k'],
  ])
})

describe('an expired token', () => {
  it('is renewed once for concurrent calls, and each call is repeated', async () => {
    storeSession('old', ann._id)
    const network = fakeApi({
      'GET /auth/me': ({ token }) => (token === 'new' ? ann : expired),
      'POST /auth/refresh': () => ({ token: 'new', user: ann }),
    })
    await expect(Promise.all([api('GET /auth/me'), api('GET /auth/me'), api('GET /auth/me')])).resolves.toHaveLength(3)
    expect(network.count('POST /auth/refresh')).toBe(1)
    expect(readStoredSession()).toEqual({ token: 'new', userId: ann._id })
  })

  it('stays if the server cannot be reached to renew it', async () => {
    storeSession('old', ann._id)
    fakeApi({ 'GET /auth/me': () => expired, 'POST /auth/refresh': () => 'no network' })
    await expect(api('GET /auth/me')).rejects.toMatchObject({ code: 'offline' })
    expect(readStoredSession()).toEqual({ token: 'old', userId: ann._id })
  })

  it('is removed if its session is over', async () => {
    storeSession('old', ann._id)
    fakeApi({
      'GET /auth/me': () => expired,
      'POST /auth/refresh': () => ({ refuse: { status: 401, code: 'token_invalid' } }),
    })
    await expect(api('GET /auth/me')).rejects.toMatchObject({ code: 'token_expired' })
    expect(readStoredSession()).toEqual({ token: null, userId: null })
  })

  it('is not renewed if no member is signed in', async () => {
    localStorage.setItem('token', 'old')
    const network = fakeApi({ 'GET /auth/me': () => expired })
    await expect(api('GET /auth/me')).rejects.toMatchObject({ code: 'token_expired' })
    expect(network.count('POST /auth/refresh')).toBe(0)
    expect(readStoredSession().token).toBeNull()
  })
})

it('removes an invalid token, but not a newer one', async () => {
  storeSession('bad', ann._id)
  fakeApi({
    'GET /auth/me': () => {
      storeSession('better', ann._id)
      return { refuse: { status: 401, code: 'token_invalid' } }
    },
  })
  await expect(api('GET /auth/me')).rejects.toMatchObject({ status: 401 })
  expect(readStoredSession().token).toBe('better')
  fakeApi({ 'GET /auth/me': () => ({ refuse: { status: 401, code: 'token_invalid' } }) })
  await expect(api('GET /auth/me')).rejects.toMatchObject({ status: 401 })
  expect(readStoredSession()).toEqual({ token: null, userId: null })
})

it('is repeated with the new token if a password change has ended the old session meanwhile', async () => {
  storeSession('old', ann._id)
  const { calls } = fakeApi({
    'GET /auth/me': ({ token }) => (token === 'old' ? { refuse: { status: 401, code: 'token_invalid' } } : ann),
  })
  await replaceSession(async () => {
    const response = api('GET /auth/me')
    setTimeout(() => storeSession('new', ann._id))
    expect(await response).toEqual(ann)
  })
  expect(calls.map(({ token }) => token)).toEqual(['old', 'new'])
})

it('keeps the session after a wrong password', async () => {
  storeSession('good', ann._id)
  fakeApi({ 'POST /auth/login': () => ({ refuse: { status: 401, code: 'wrong_credentials' } }) })
  await expect(api('POST /auth/login', { body: { email: 'a', password: 'b' } })).rejects.toMatchObject({
    code: 'wrong_credentials',
  })
  expect(readStoredSession().token).toBe('good')
})

it('a token that the server has ended by a suspension ends the session, and says until when and why', async () => {
  const error = 'Moderators have suspended this account. Rule: Be kind'
  const network = fakeApi({
    'POST /users/:id/follow': () => ({ refuse: { status: 401, code: 'token_invalid' } }),
    'POST /auth/refresh': () => ({ refuse: { status: 403, code: 'account_suspended', error } }),
  })
  for (const code of ['token_invalid', 'token_expired']) {
    storeSession('old', ann._id)
    network.respondWith({ 'POST /users/:id/follow': () => ({ refuse: { status: 401, code } }) })
    await expect(api('POST /users/:id/follow', { params: { id: 'a' }, body: {} })).rejects.toMatchObject({
      code: 'account_suspended',
      message: error,
    })
    expect(readStoredSession().userId).toBeNull()
  }
})
