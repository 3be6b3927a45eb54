import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { openPostgres as openPool, openPostgresSession, openSharedState } from '@meadow/storage'
import { eventually, testLog } from '@meadow/testing'
import { createTestCertificates, hasOpenssl, type TestCertificates } from '@meadow/testing/certificates'
import { openBus } from '../../../packages/events/src/index.ts'
import { findFreePort } from '../src/free-port.ts'
import { preparePostgres } from '../src/postgres.ts'
import { createTestFolder } from './fixtures.ts'

const withOpenssl = hasOpenssl() ? describe : describe.skip

withOpenssl('PostgreSQL with TLS', () => {
  let folder: Awaited<ReturnType<typeof createTestFolder>>
  let certificates: TestCertificates
  let server: ChildProcess
  let url: string

  beforeAll(async () => {
    folder = await createTestFolder()
    chmodSync(folder.path, 0o711) // as root, PostgreSQL may run as another user
    certificates = createTestCertificates()
    const dir = join(folder.path, 'postgres')
    const prepared = await preparePostgres({ dir, port: await findFreePort(), log: () => {} })
    const { cert, key } = certificates.server
    const ownKey = join(prepared.cwd, 'server.key') // PostgreSQL must own its key
    copyFileSync(key, ownKey)
    chmodSync(ownKey, 0o600)
    if (prepared.user) chownSync(ownKey, prepared.user.uid, prepared.user.gid)
    const settings = ['ssl=on', `ssl_cert_file=${cert}`, `ssl_key_file=${ownKey}`]
    const args = [...prepared.args, ...settings.flatMap((setting) => ['-c', setting])]
    server = spawn(prepared.command, args, { cwd: prepared.cwd, ...prepared.user, stdio: 'ignore' })
    url = prepared.url
  }, 60_000)
  afterAll(async () => {
    server.kill('SIGINT')
    await once(server, 'exit')
    certificates[Symbol.dispose]()
    await folder[Symbol.asyncDispose]()
  })

  const isEncrypted = `select ssl from pg_stat_ssl where pid = pg_backend_pid()`
  const withCa = (ca: string) => `${url}/postgres?sslmode=verify-full&sslrootcert=${ca}`

  it('is used for pools, sessions, the bus and the shared state', async () => {
    const connect = async () => {
      await using pool = await openPool(withCa(certificates.ca))
      await using session = await openPostgresSession(pool, 'test')
      const [one, other] = [await pool.query(isEncrypted), await session.query(isEncrypted)]
      return [...one.rows, ...other.rows]
    }
    expect(await eventually(connect)).toEqual([{ ssl: true }, { ssl: true }])
    await using bus = await openBus(`${url}?sslmode=verify-full&sslrootcert=${certificates.ca}`, { log: testLog })
    await bus.ping()
    await using state = await openSharedState(withCa(certificates.ca), { now: () => new Date() })
    await state.ping()
  })

  it('refuses a server of an authority that is not given', async () => {
    await eventually(async () => {
      await using pool = await openPool(withCa(certificates.ca))
      await pool.query('select 1')
    })
    await expect(openPool(withCa(certificates.otherCa))).rejects.toThrow(/certificate|issuer/)
    await expect(openPool(`${url}/postgres?sslmode=verify-full`)).rejects.toThrow(/certificate|issuer/)
  })
})
