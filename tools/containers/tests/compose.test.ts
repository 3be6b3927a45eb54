import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from '@jest/globals'
import { openPostgres } from '@meadow/stack/postgres'
import { openPostgres as openPool } from '@meadow/storage'
import { PROGRAM_VARIABLES } from '../../stack/src/environment.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const run = promisify(execFile)

type Container = {
  image: string
  build?: object
  environment?: Record<string, string>
  tmpfs?: string[]
  volumes?: { type: string; source?: string; target: string; read_only?: boolean; tmpfs?: { size?: string } }[]
  healthcheck?: { test: string[]; start_interval?: string }
  mem_limit?: string
  pids_limit?: number
}
type Composed = { services: Record<string, Container> }

const SERVICES = ['auth', 'chat', 'notify', 'posts', 'social']
const FRONTENDS = ['chat', 'feed', 'profile', 'shell'].map((name) => `frontend-${name}`)
/** Our processes, without the engines. */
const PROCESSES = [...SERVICES, ...FRONTENDS, 'gateway']
/** Programs that end when the engines are prepared. */
const ACCESS_PROGRAMS = ['kafka-access', 'postgres-access']
const SECRETS_TARGET = '/run/secrets/meadow'

/** Creates a folder with the compose file and the script that writes the secrets. */
async function createInstallation() {
  const dir = await mkdtemp(join(tmpdir(), 'meadow-compose-'))
  await mkdir(join(dir, 'tools/containers'), { recursive: true })
  for (const file of ['docker-compose.yml', 'tools/containers/create-secrets.sh'])
    await copyFile(join(ROOT, file), join(dir, file))
  return {
    dir,
    createSecrets: (...options: string[]) =>
      execFileSync('sh', ['tools/containers/create-secrets.sh', ...options], { cwd: dir, encoding: 'utf8' }),
    /** Reads the secrets in the folder of a container, by file. */
    async readSecrets(container: string) {
      const folder = join(dir, '.secrets', container)
      const files = await readdir(folder).catch(() => [])
      const read = async (file: string) => [file, (await readFile(join(folder, file), 'utf8')).trimEnd()] as const
      return Object.fromEntries(await Promise.all(files.map(read)))
    },
    [Symbol.asyncDispose]: () => rm(dir, { recursive: true }),
  }
}

describe('tools/containers/create-secrets.sh', () => {
  it('creates secrets once, in a folder that only its owner opens and with files that the users of containers read', async () => {
    await using installation = await createInstallation()
    installation.createSecrets()
    const modeOf = async (path: string) => (await stat(join(installation.dir, path))).mode & 0o777
    expect(await Promise.all(['.secrets', '.secrets/auth', '.secrets/auth/STORE_URL'].map(modeOf))).toEqual([
      0o700, 0o755, 0o444,
    ])
    const written = await installation.readSecrets('auth')
    expect(installation.createSecrets()).toContain('already exists')
    expect(await installation.readSecrets('auth')).toEqual(written)
    expect(Buffer.from(written['SIGNING_KEY_ENCRYPTION_KEY'] ?? '', 'base64')).toHaveLength(32)
  })

  it('adds a secret that a newer version needs, and changes no other', async () => {
    await using installation = await createInstallation()
    installation.createSecrets()
    const { PUSH_KEY_ENCRYPTION_KEY: _, ...older } = await installation.readSecrets('notify')
    await rm(join(installation.dir, '.secrets/notify/PUSH_KEY_ENCRYPTION_KEY'))
    installation.createSecrets()
    const { PUSH_KEY_ENCRYPTION_KEY: added = '', ...others } = await installation.readSecrets('notify')
    expect(others).toEqual(older)
    expect(Buffer.from(added, 'base64')).toHaveLength(32)
  })

  it('changes no settings that exist, and says which it needs', async () => {
    await using installation = await createInstallation()
    const settings = join(installation.dir, '.env')
    await writeFile(settings, 'PORT=80\n')
    expect(installation.createSecrets('--light')).toContain('it needs COMPOSE_PROFILES=light and SECRETS=./.secrets')
    expect(await readFile(settings, 'utf8')).toBe('PORT=80\n')
  })

  it.each([
    ['full', []],
    ['light', ['--light']],
  ])('%s: gives each service credentials of its own', async (_, options) => {
    await using installation = await createInstallation()
    installation.createSecrets(...options)
    const secrets = new Map<string, string[]>()
    for (const service of SERVICES) {
      const { SIGNING_KEY_ENCRYPTION_KEY, PUSH_KEY_ENCRYPTION_KEY, STATE_URL, ...urls } =
        await installation.readSecrets(service)
      expect([service, SIGNING_KEY_ENCRYPTION_KEY !== undefined]).toEqual([service, service === 'auth'])
      expect([service, PUSH_KEY_ENCRYPTION_KEY !== undefined]).toEqual([service, service === 'notify'])
      expect(Object.keys(urls)).toContain('STORE_URL')
      const { username, password } = new URL(urls['STORE_URL'] ?? '')
      expect([username, password]).toEqual([`meadow_${service}`, expect.stringMatching(/^[0-9a-f]{48}$/)])
      secrets.set(
        service,
        Object.values(urls).flatMap((url) => new URL(url).password || []),
      )
    }
    const all = [...secrets.values()].flatMap((own) => [...new Set(own)])
    expect(new Set(all).size).toBe(all.length)
  })
})

/** Runs the script that the image of PostgreSQL runs on an empty volume. */
function createRoles(url: URL, folder: string) {
  const script = join(ROOT, 'tools/containers/postgres-roles.sh')
  const server = { PGHOST: url.hostname, PGPORT: url.port, PGPASSWORD: url.password, POSTGRES_USER: url.username }
  execFileSync('sh', [script], { env: { PATH: process.env['PATH'], ...server, ROLES: folder } })
}

const STORES = ['auth', 'social', 'notify']
const withPsql = spawnSync('psql', ['--version']).status === 0 ? describe : describe.skip

withPsql('tools/containers/postgres-roles.sh', () => {
  it('creates a role for each service, which can connect to its own database only', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'meadow-roles-'))
    await chmod(dir, 0o711) // as root, PostgreSQL may run as another user
    const postgres = await openPostgres({ dir: join(dir, 'postgres'), durable: false, log: () => {} })
    try {
      await mkdir(join(dir, 'roles'))
      for (const name of STORES) await writeFile(join(dir, `roles/meadow_${name}`), `of ${name}\n`)
      for (let times = 0; times < 2; times += 1) createRoles(new URL(postgres.url), join(dir, 'roles'))
      const toUrl = (role: string, database: string) =>
        Object.assign(new URL(postgres.url), { username: `meadow_${role}`, password: `of ${role}`, pathname: database })
      for (const role of STORES) {
        await query(toUrl(role, `meadow_${role}`), 'create table own ()')
        const other = toUrl(role, role === 'auth' ? 'meadow_social' : 'meadow_auth')
        for (const url of [other, toUrl(role, 'postgres'), toUrl(role, 'template1')])
          await expect(query(url, 'select')).rejects.toThrow('permission denied for database')
        const large = query(toUrl(role, `meadow_${role}`), 'select lo_create(0)')
        await expect(large).rejects.toThrow('permission denied for function')
      }
    } finally {
      await postgres.stop()
      await rm(dir, { recursive: true })
    }
  })
})

async function query(url: URL, text: string): Promise<void> {
  await using pool = await openPool(url.href)
  await pool.query(text)
}

const withCompose = spawnSync('docker', ['compose', 'version']).status === 0 ? describe : describe.skip

withCompose('docker-compose.yml, on docker compose', () => {
  const compose = async (dir: string, ...args: string[]) =>
    (await run('docker', ['compose', ...args], { cwd: dir })).stdout
  const readServices = async (dir: string, ...options: string[]) => {
    const { services } = JSON.parse(await compose(dir, ...options, 'config', '--format', 'json')) as Composed
    return services
  }

  it('asks for the secrets, and has no secret in its own text', async () => {
    await using installation = await createInstallation()
    await expect(compose(installation.dir, 'config')).rejects.toThrow('run sh tools/containers/create-secrets.sh first')
    installation.createSecrets()
    const text = await compose(installation.dir, '--profile', '*', 'config')
    for (const container of await readdir(join(installation.dir, '.secrets')))
      for (const secret of Object.values(await installation.readSecrets(container))) expect(text).not.toContain(secret)
  })

  it('starts all engines, or with --light PostgreSQL only', async () => {
    await using full = await createInstallation()
    await using light = await createInstallation()
    full.createSecrets()
    light.createSecrets('--light')
    const engines = ['kafka', 'mongodb', 'postgres', 'redis', 'versitygw']
    expect(Object.keys(await readServices(full.dir)).toSorted()).toEqual(
      [...PROCESSES, ...engines, 'kafka-access'].toSorted(),
    )
    expect(Object.keys(await readServices(light.dir)).toSorted()).toEqual(
      [...PROCESSES, 'postgres', 'postgres-access'].toSorted(),
    )
    const withMinio = await readServices(full.dir, '--profile', 'full', '--profile', 'minio')
    expect(Object.keys(withMinio)).toEqual(expect.arrayContaining(['kafka', 'minio', 'mongodb', 'redis']))
    expect(Object.keys(withMinio)).not.toContain('versitygw')
  })

  it('limits each container, and probes it without a start interval, which needs engine 25, or a runtime', async () => {
    await using installation = await createInstallation()
    installation.createSecrets()
    const services = await readServices(installation.dir, '--profile', '*')
    for (const [name, { mem_limit: memory, pids_limit: pids, healthcheck }] of Object.entries(services)) {
      expect([name, Number(memory) > 0, Number(pids) > 0]).toEqual([name, true, true])
      if (ACCESS_PROGRAMS.includes(name)) continue
      expect([name, healthcheck?.start_interval]).toEqual([name, undefined])
      expect([name, healthcheck?.test.join(' ')]).toEqual([
        name,
        expect.not.stringMatching(/\b(?:node|java)\b|kafka-\w+/),
      ])
    }
    for (const name of [...PROCESSES, ...ACCESS_PROGRAMS])
      expect(services[name]).toMatchObject({ read_only: true, cap_drop: ['ALL'], stop_grace_period: '30s' })
  })

  it('gives each folder that is written a named volume, or memory with a limit', async () => {
    await using installation = await createInstallation()
    installation.createSecrets()
    const services = await readServices(installation.dir, '--profile', '*')
    for (const [name, { volumes = [], tmpfs = [] }] of Object.entries(services)) {
      const unnamed = volumes.filter(({ source, tmpfs }) => !source && !(Number(tmpfs?.size) > 0))
      expect([name, unnamed]).toEqual([name, []])
      expect([name, tmpfs.filter((mount) => !/:size=\d+m\b/.test(mount))]).toEqual([name, []])
    }
    for (const name of [...PROCESSES, ...ACCESS_PROGRAMS]) {
      const { volumes = [], tmpfs = [] } = services[name] ?? {}
      const targets = [...volumes.map(({ target }) => target), ...tmpfs.map((mount) => mount.split(':')[0])]
      expect([name, targets.filter((target) => target === '/tmp')]).toEqual([name, ['/tmp']])
    }
  })

  it('gives each process only variables of its configuration, and only its own secrets, which cannot be written', async () => {
    await using installation = await createInstallation()
    installation.createSecrets()
    const services = await readServices(installation.dir, '--profile', '*')
    for (const name of PROCESSES) {
      const { environment = {}, volumes = [] } = services[name] ?? {}
      const known = PROGRAM_VARIABLES[name.startsWith('frontend-') ? 'frontends' : name] ?? []
      const variables = Object.keys(environment)
      expect([name, variables.filter((variable) => !known.includes(variable.replace(/_FILE$/, '')))]).toEqual([
        name,
        [],
      ])
      const mounted = volumes.filter(({ target }) => target.startsWith('/run/secrets'))
      const expected = { source: join(installation.dir, '.secrets', name), target: SECRETS_TARGET, read_only: true }
      expect(mounted).toEqual(SERVICES.includes(name) ? [expect.objectContaining(expected)] : [])
      const files = Object.entries(environment).filter(([variable]) => variable.endsWith('_FILE'))
      const secrets = Object.keys(await installation.readSecrets(name))
      expect(files.map(([, path]) => path).toSorted()).toEqual(
        secrets.map((file) => `${SECRETS_TARGET}/${file}`).toSorted(),
      )
    }
  })

  it('has an exact version for every image that is not built here', async () => {
    await using installation = await createInstallation()
    installation.createSecrets()
    const images = Object.values(await readServices(installation.dir)).filter(({ build }) => !build)
    expect(images).toHaveLength(5)
    for (const { image } of images) expect(image).toMatch(/:v?\d+(\.\d+)+(-\w+)?$/)
  })
})
