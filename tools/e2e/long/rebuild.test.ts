import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { openPostgres } from '@meadow/storage'
import { eventually } from '@meadow/testing'
import type { TestAccount } from '@meadow/testing/accounts'
import { createSampleCommunity } from '@meadow/testing/sample-community'
import { type Stack, startStack } from '../../stack/src/stack.ts'

const CLI = resolve(import.meta.dirname, '../../../packages/events/src/cli/main.ts')

describe('the read model of members', () => {
  let dataDir: string
  let stack: Stack
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'meadow-rebuild-'))
    await chmod(dataDir, 0o711) // as root, PostgreSQL may run as another user
    stack = await startStack({ port: 5660, dataDir, empty: true }, () => {}, new AbortController().signal)
  })
  afterAll(async () => {
    await stack?.[Symbol.asyncDispose]()
    await rm(dataDir, { recursive: true, force: true })
  })

  const runCommand = async (...args: string[]) => {
    const env = { ...process.env, DATA_DIR: dataDir, NODE_OPTIONS: '' }
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

  it('is restored from snapshots after it was emptied, any number of times', async () => {
    const { viewer } = await createSampleCommunity(stack.url)
    await rename(viewer, 'Wren Renamed')
    const url = (await readFile(join(dataDir, 'bus-url'), 'utf8')).trim()
    await using posts = await openPostgres(url, { database: 'meadow_posts' })
    const known = async () => {
      const members = await posts.query(
        'select username, full_name, profile_version, state, created_at from members order by id',
      )
      const follows = await posts.query(
        'select from_id, to_id, version, active, at from follows order by from_id, to_id',
      )
      return { members: members.rows, follows: follows.rows }
    }
    const before = await eventually(async () => {
      const { members, follows } = await known()
      expect([members.length, follows.length]).toEqual([6, 7])
      expect(members).toContainEqual(expect.objectContaining({ full_name: 'Wren Renamed' }))
      return { members, follows }
    })

    await posts.query('truncate members, follows, blocks')
    await posts.query(`insert into members (id, username, full_name, avatar, is_verified, state, account_version,
      profile_version) values (gen_random_uuid(), 'ghost', 'Ghost', '', false, 'active', 1, 0)`)
    for (let times = 0; times < 2; times += 1) {
      expect(await runCommand('republish', 'members')).toMatch(/^Requested/)
      await eventually(async () => expect(await known()).toEqual(before))
    }
    await eventually(async () => expect(await runCommand('lag')).not.toMatch(/members +[1-9]/))
    expect(await known()).toEqual(before)
    expect(await runCommand('dead')).toBe('No dead letters\n')
  })
})
