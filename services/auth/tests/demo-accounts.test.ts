import { describe, expect, it } from '@jest/globals'
import { calls } from '@meadow/contracts'
import { ann, openAuth } from './fixtures.ts'

const demoAccounts = { ann: ann.password, nobody: 'of this name' }

/** Lists the demo accounts for a browser at this address, after Ann has registered. */
async function listDemoAccounts(address: string, options: { demoAccounts?: Record<string, string> }) {
  await using auth = await openAuth(options)
  const { user } = (await auth.register()).body
  await auth.store.members.upsertActor({ ...user, profileVersion: 0 })
  const response = await auth.call().get(calls.listDemoAccounts.path).set('X-Forwarded-For', address)
  return response.body.accounts
}

describe('GET /auth/demo-accounts', () => {
  it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])(
    'returns the existing demo accounts to this machine: %s',
    async (address) => {
      const { username, fullName, password } = ann
      expect(await listDemoAccounts(address, { demoAccounts })).toEqual([{ username, fullName, avatar: '', password }])
    },
  )

  it.each(['203.0.113.7', '10.0.0.4', '::ffff:10.0.0.4'])(
    'returns no accounts to another machine: %s',
    async (address) => {
      expect(await listDemoAccounts(address, { demoAccounts })).toEqual([])
    },
  )

  it('returns no accounts by default', async () => {
    expect(await listDemoAccounts('127.0.0.1', {})).toEqual([])
  })
})
