import { execFileSync, spawnSync } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { openPostgres } from '@meadow/stack/postgres'
import { openPostgres as openPool } from '@meadow/storage'
import { listWorkloads, type Manifest } from '../src/manifest.ts'
import { renderKustomization } from '../src/render-kustomization.ts'
import { renderFolders, toKubernetesPath } from './fixtures.ts'

const OVERLAY = toKubernetesPath('overlays/local')
const SECRET_FOLDER = '/run/secrets/'
const SERVICES = ['auth', 'social', 'posts', 'notify', 'chat']
const ROOT = toKubernetesPath('..')

/** Creates a copy of the overlay without secrets. Disposal deletes it. */
async function copyOverlay() {
  const dir = await mkdtemp(join(tmpdir(), 'meadow-local-'))
  await chmod(dir, 0o711) // PostgreSQL may run as another user
  await mkdir(join(dir, 'secrets'))
  for (const file of ['make-secrets.sh', 'secrets/kustomization.yaml']) await cp(join(OVERLAY, file), join(dir, file))
  return {
    dir,
    makeSecrets: () => execFileSync('sh', [join(dir, 'make-secrets.sh')], { encoding: 'utf8' }),
    renderSecrets: () => renderKustomization(join(dir, 'secrets')),
    [Symbol.asyncDispose]: () => rm(dir, { recursive: true }),
  }
}

const readSecret = (secrets: readonly Manifest[], name: string, key: string): string => {
  const value = secrets.find(({ metadata }) => metadata.name === name)?.data?.[key]
  if (value === undefined) throw new Error(`The secret ${name} has no ${key}`)
  return Buffer.from(value, 'base64').toString()
}

describe('make-secrets.sh', () => {
  it('writes the secrets once, readable by the user only', async () => {
    await using overlay = await copyOverlay()
    overlay.makeSecrets()
    const files = (await readdir(join(overlay.dir, 'secrets'))).filter((name) => name.endsWith('.env'))
    const read = () => Promise.all(files.map((name) => readFile(join(overlay.dir, 'secrets', name), 'utf8')))
    const written = await read()
    for (const name of files) expect((await stat(join(overlay.dir, 'secrets', name))).mode & 0o777).toBe(0o600)
    expect(overlay.makeSecrets()).toContain('already exist')
    expect(await read()).toEqual(written)
  })

  it('adds a secret that a newer version needs, and changes no other', async () => {
    await using overlay = await copyOverlay()
    overlay.makeSecrets()
    const file = join(overlay.dir, 'secrets', 'notify.env')
    const older = (await readFile(file, 'utf8')).replace(/^PUSH_KEY_ENCRYPTION_KEY=.*\n/m, '')
    await writeFile(file, older)
    overlay.makeSecrets()
    const written = await readFile(file, 'utf8')
    expect(written.slice(0, older.length)).toBe(older)
    expect(written.slice(older.length)).toMatch(/^PUSH_KEY_ENCRYPTION_KEY=\S{44}\n$/)
  })

  it('writes every file that a workload reads', async () => {
    await using overlay = await copyOverlay()
    overlay.makeSecrets()
    const secrets = await overlay.renderSecrets()
    const workloads = listWorkloads(await renderFolders('overlays/local', 'overlays/local/migrations'))
    const read = workloads.flatMap(({ metadata, spec }) =>
      spec.template.spec.containers
        .flatMap(({ env = [] }) => env)
        .filter(({ value }) => value?.startsWith(SECRET_FOLDER))
        .map(({ value = '' }) => readSecret(secrets, metadata.name, value.split('/').at(-1) ?? '')),
    )
    expect(read.length).toBeGreaterThan(20)
    expect(read.every((value) => value !== '')).toBe(true)
  })
})

const withPsql = spawnSync('psql', ['--version']).status === 0 ? describe : describe.skip

withPsql('roles.sh', () => {
  it('creates roles with which the Jobs migrate, and the service changes no schema and reaches no other database', async () => {
    await using overlay = await copyOverlay()
    overlay.makeSecrets()
    const secrets = await overlay.renderSecrets()
    const passwords = join(overlay.dir, 'passwords')
    await mkdir(passwords)
    const { data = {} } = secrets.find(({ metadata }) => metadata.name === 'postgres') ?? {}
    for (const key of Object.keys(data)) await writeFile(join(passwords, key), readSecret(secrets, 'postgres', key))

    const postgres = await openPostgres({ dir: join(overlay.dir, 'postgres'), durable: false, log: () => {} })
    try {
      const { hostname: host, port, username, password } = new URL(postgres.url)
      const environment = { PATH: process.env['PATH'], PGHOST: host, PGPORT: port, PGPASSWORD: password }
      execFileSync('sh', [join(OVERLAY, 'engines/roles.sh')], {
        env: { ...environment, POSTGRES_USER: username, PASSWORDS: passwords },
      })

      const toUrl = (secret: string, key: string) =>
        readSecret(secrets, secret, key).replace('@postgres:5432', `@${host}:${port}`)
      for (const job of listWorkloads(await renderFolders('overlays/local/migrations')).filter(({ metadata }) =>
        ['engine-access', 'auth-migration'].includes(metadata.name),
      )) {
        const { command: [program = '', ...args] = [], env = [] } = job.spec.template.spec.containers[0] ?? {}
        const urls = env
          .map(({ name }) => name.replace('_FILE', ''))
          .map((name) => [name, toUrl(job.metadata.name, name)])
        expect(program).toBe('node')
        execFileSync(process.execPath, args, {
          cwd: ROOT,
          env: { PATH: process.env['PATH'], LOG_LEVEL: 'error', ...Object.fromEntries(urls) },
        })
      }

      const query = async (url: string, text: string) => {
        await using pool = await openPool(url)
        return (await pool.query(text)).rows
      }
      const ownUrl = `${toUrl('auth', 'STORE_URL')}/meadow_auth`
      expect(await query(ownUrl, 'select count(*)::int from accounts')).toEqual([{ count: 0 }])
      await expect(query(ownUrl, 'create table own ()')).rejects.toThrow('permission denied')
      await expect(query(ownUrl, 'drop table accounts')).rejects.toThrow('must be owner')
      const readers = await query(`${toUrl('auth', 'BUS_URL')}/meadow_bus`, 'select distinct service from readers')
      expect(readers).toEqual([{ service: 'auth' }])
      for (const other of SERVICES.filter((name) => name !== 'auth'))
        await expect(query(`${toUrl('auth', 'STORE_URL')}/meadow_${other}`, 'select')).rejects.toThrow(
          'permission denied',
        )
    } finally {
      await postgres.stop()
    }
  })
})
