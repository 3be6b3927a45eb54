import { execFileSync } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { findFreePort } from '@meadow/stack/ports'
import { docker, ROOT } from '../src/run-docker.ts'

/** A container as `docker compose ps` and `docker inspect` describe it. */
export type ComposeContainer = { id: string; service: string; pid: number; startedAt: string; isHealthy: boolean }

/** An installation of docker-compose.yml under a name of its own, with its own secrets, port and volumes. */
export type ComposeProject = AsyncDisposable & {
  url: string
  /** Runs `docker compose` and returns its output. */
  compose(...args: string[]): Promise<string>
  /** Lists the running containers. */
  listContainers(): Promise<ComposeContainer[]>
  /** Reads all secrets: the content of each file, and each password in it. */
  readSecrets(): Promise<string[]>
}

type Inspected = {
  Id: string
  Config: { Labels: Record<string, string> }
  State: { Pid: number; StartedAt: string; Health?: { Status: string } }
}

/** Creates an installation that is not started. Disposal removes its containers and volumes. */
export async function openComposeProject(...secretsOptions: string[]): Promise<ComposeProject> {
  const dir = await mkdtemp(join(tmpdir(), 'meadow-compose-'))
  const secretsDir = join(dir, '.secrets')
  await mkdir(join(dir, 'tools/containers'), { recursive: true })
  const script = 'tools/containers/create-secrets.sh'
  await copyFile(join(ROOT, script), join(dir, script))
  execFileSync('sh', [script, ...secretsOptions], { cwd: dir })
  const port = await findFreePort()
  const url = `http://localhost:${port}`
  const settings = { PUBLIC_URL: url, PORT: port, SECRETS: secretsDir, RATE_LIMITS: 'off' } // tests are faster than members
  const envFile = join(dir, '.env')
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`)
  await writeFile(envFile, (await readFile(envFile, 'utf8')) + lines.join(''))

  const name = basename(dir)
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]/g, '')
  const compose = (...args: string[]) => docker('compose', '-p', name, '--env-file', envFile, ...args)
  return {
    url,
    compose,
    async listContainers() {
      const ids = (await compose('ps', '-q')).split('\n').filter(Boolean)
      const containers = JSON.parse(await docker('inspect', ...ids)) as Inspected[]
      return containers.map(({ Id, Config, State }) => ({
        id: Id,
        service: Config.Labels['com.docker.compose.service'] ?? '',
        pid: State.Pid,
        startedAt: State.StartedAt,
        isHealthy: State.Health?.Status === 'healthy',
      }))
    },
    async readSecrets() {
      const files = await readdir(secretsDir, { recursive: true, withFileTypes: true })
      const paths = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name))
      const contents = await Promise.all(paths.map((path) => readFile(path, 'utf8')))
      return contents.flatMap((text) => [text.trimEnd(), ...(text.match(/[0-9a-f]{48}/g) ?? [])])
    },
    async [Symbol.asyncDispose]() {
      await compose('down', '--volumes', '--remove-orphans', '--timeout', '10')
      await rm(dir, { recursive: true })
    },
  }
}
