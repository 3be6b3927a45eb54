import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { openPostgres } from '@meadow/storage'
import type { TestAccount } from '@meadow/testing/accounts'
import { createSampleCommunity } from '@meadow/testing/sample-community'
import { type Stack, startStack } from '@meadow/testing/stack'
import { expect, test } from '../src/fixtures.ts'

const CLI = resolve(import.meta.dirname, '../../../packages/events/src/cli/main.ts')

test.describe('the read model of members', () => {
  let stack: Stack
  test.beforeAll(async () => {
    stack = await startStack()
  })
  test.afterAll(() => stack?.stopWithCleanLogs('the product whose read model was emptied'))

  const runCommand = async (...args: string[]) => {
    const env = { ...process.env, DATA_DIR: stack.dataDir, NODE_OPTIONS: '' }
    return (await promisify(execFile)(process.execPath, [CLI, ...args], { env })).stdout
  }

  async function rename({ email, password }: TestAccount, fullName: string): Promise<void> {
    const headers = { 'content-type': 'application/json' }
    const signIn = { method: 'POST', headers, body: JSON.stringify({ email, password }) }
    const { token } = (await (await fetch(`${stack.url}/api/auth/login`, signIn)).json()) as { token: string }
    const response = await fetch(`${stack.url}/api/auth/profile`, {
      method: 'PUT',
      headers: { ...headers, authorization: `Bearer ${token}` },
      body: JSON.stringify({ fullName }),
    })
    expect(response.status).toBe(200)
  }

  test('is restored from snapshots after it was emptied, any number of times', async () => {
    const { viewer } = await createSampleCommunity(stack.url)
    await rename(viewer, 'Wren Renamed')
    await using posts = await openPostgres(stack.postgresUrl(), { database: 'meadow_posts' })
    const known = async () => {
      const members = await posts.query(
        'select username, full_name, profile_version, state, created_at from members order by id',
      )
      const follows = await posts.query(
        'select from_id, to_id, version, active, at from follows order by from_id, to_id',
      )
      return { members: members.rows, follows: follows.rows }
    }
    await expect(async () => {
      const { members, follows } = await known()
      expect([members.length, follows.length]).toEqual([6, 7])
      expect(members).toContainEqual(expect.objectContaining({ full_name: 'Wren Renamed' }))
    }).toPass()
    const before = await known()

    await posts.query('truncate members, follows, blocks')
    await posts.query(`insert into members (id, username, full_name, avatar, is_verified, state, account_version,
      profile_version) values (gen_random_uuid(), 'ghost', 'Ghost', '', false, 'active', 1, 0)`)
    for (let times = 0; times < 2; times += 1) {
      expect(await runCommand('republish', 'members')).toMatch(/^Requested/)
      await expect.poll(known).toEqual(before)
    }
    await expect.poll(() => runCommand('lag')).not.toMatch(/members +[1-9]/)
    expect(await known()).toEqual(before)
    expect(await runCommand('dead')).toBe('No dead letters\n')
  })
})
