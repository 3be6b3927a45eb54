import { execFileSync } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it } from '@jest/globals'
import { openBus } from '@meadow/events'
import { openPostgres } from '@meadow/stack/postgres'
import { openSharedState } from '@meadow/storage'
import { ensureOwnedDatabases } from '@meadow/storage/roles'
import { eventually, testLog } from '@meadow/testing'
import { createMemberEvent, createPostEvent, subscribeAndCollect } from '../../../packages/events/tests/fixtures.ts'

const PROGRAM = resolve(import.meta.dirname, '../../../packages/events/src/roles/main.ts')
const ROLES = ['auth', 'social', 'posts', 'notify', 'chat', 'bus', 'state'].map((name) => `meadow_${name}`)

/** Starts PostgreSQL with the roles of an installation. Their names are fixed, so it is not the server of other tests. */
async function startServer() {
  const dir = await mkdtemp(join(tmpdir(), 'meadow-access-'))
  await chmod(dir, 0o711) // as root, PostgreSQL may run as another user
  const { url, stop } = await openPostgres({ dir: join(dir, 'postgres'), durable: false, log: () => {} })
  await ensureOwnedDatabases(
    url,
    ROLES.map((name) => ({ name, password: name })),
  )
  return {
    dir,
    toUrl: (role: string) => Object.assign(new URL(url), { username: role, password: role, pathname: '' }).href,
    async [Symbol.asyncDispose]() {
      await stop()
      await rm(dir, { recursive: true })
    },
  }
}

it('prepares a bus and a shared state in PostgreSQL, where each service has its own rights', async () => {
  await using server = await startServer()
  const [busFile, stateFile] = [join(server.dir, 'bus'), join(server.dir, 'state')]
  await writeFile(busFile, `${server.toUrl('meadow_bus')}\n`)
  await writeFile(stateFile, `${server.toUrl('meadow_state')}\n`)
  const env = { PATH: process.env['PATH'], BUS_URL_FILE: busFile, STATE_URL_FILE: stateFile }
  for (let times = 0; times < 2; times += 1) execFileSync(process.execPath, [PROGRAM], { env })

  await using auth = await openBus(server.toUrl('meadow_auth'), { log: testLog })
  await using posts = await openBus(server.toUrl('meadow_posts'), { log: testLog })
  await using received = await subscribeAndCollect(posts, 'posts')
  const event = createMemberEvent(1)
  await auth.publish([event])
  await eventually(() => expect(received.ids).toEqual([event.id]))
  await expect(auth.publish([createPostEvent(1)])).rejects.toThrow('row-level security')

  await using state = await openSharedState(server.toUrl('meadow_notify'), { now: () => new Date(), log: testLog })
  await state.set('key', 'value', 60)
  expect(await state.get('key')).toBe('value')
})
