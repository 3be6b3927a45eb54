import { describe, expect, it } from '@jest/globals'
import { decideOAuthFlow, hasWayIn, toNextPath } from './oauth-flow.ts'

const identity = { subject: 's', email: 'ann@example.org', isEmailVerified: true, fullName: '', username: '' }
const nobody = { linkedTo: undefined, sameEmail: undefined, callerHasProvider: false }
const signIn = { accountId: null, identity }
const connect = { accountId: 'ann', identity }
const ann = { accountId: 'ann', hasProvider: false }

describe('a flow', () => {
  it.each([
    ['registers an identity that nobody has', signIn, undefined, nobody, 'register'],
    ['signs in to the account of the identity', signIn, undefined, { ...nobody, linkedTo: 'ann' }, 'sign_in'],
    [
      'prefers the identity to the address',
      signIn,
      undefined,
      { ...nobody, linkedTo: 'bob', sameEmail: ann },
      'sign_in',
    ],
    ['needs the password of the account with the address', signIn, undefined, { ...nobody, sameEmail: ann }, 'link'],
    [
      'takes an address that is not verified for none',
      { ...signIn, identity: { ...identity, isEmailVerified: false } },
      undefined,
      { ...nobody, sameEmail: ann },
      'register',
    ],
    [
      'refuses a second identity with the address',
      signIn,
      undefined,
      { ...nobody, sameEmail: { ...ann, hasProvider: true } },
      'refuse_taken',
    ],
    ['connects for the member who asked', connect, 'ann', nobody, 'connect'],
    ['connects once', connect, 'ann', { ...nobody, linkedTo: 'ann', callerHasProvider: true }, 'already_connected'],
    ['connects for nobody else', connect, 'bob', nobody, 'refuse_code'],
    ['connects for no visitor', connect, undefined, nobody, 'refuse_code'],
    ['connects no identity of another member', connect, 'ann', { ...nobody, linkedTo: 'bob' }, 'refuse_taken'],
    ['connects one identity of a provider', connect, 'ann', { ...nobody, callerHasProvider: true }, 'refuse_taken'],
  ] as const)('%s', (_what, flow, caller, owners, kind) => {
    expect(decideOAuthFlow(flow, caller, owners).kind).toBe(kind)
  })
})

it.each([
  ['/home', '/home'],
  ['/profile/ann?tab=likes#top', '/profile/ann?tab=likes#top'],
  ['/settings', '/settings'],
  ['/signup', '/home'],
  ['/success', '/home'],
  [undefined, '/home'],
  [['/post/1'], '/home'],
])('%p leads to %s', (next, path) => {
  expect(toNextPath(next)).toBe(path)
})

it.each([
  ['a password', { hasPassword: true, connected: [], passkeyCount: 0, offered: ['google'] }, true],
  ['a provider', { hasPassword: false, connected: ['github'], passkeyCount: 0, offered: ['google', 'github'] }, true],
  ['a passkey', { hasPassword: false, connected: [], passkeyCount: 1, offered: ['google'] }, true],
  ['nothing', { hasPassword: false, connected: [], passkeyCount: 0, offered: ['google', 'github'] }, false],
  [
    'a provider that is no longer offered',
    { hasPassword: false, connected: ['github'], passkeyCount: 0, offered: ['google'] },
    false,
  ],
])('%s is a way in: %p', (_what, account, isWayIn) => {
  expect(hasWayIn(account)).toBe(isWayIn)
})
