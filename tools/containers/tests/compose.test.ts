import { execFile, execFileSync } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, jest } from '@jest/globals'
import { describeOnEachEngine } from '@meadow/testing'
import { dockerCompose, onOwnEngine, openDockerCompose } from '@meadow/testing/engines'

jest.setTimeout(1_200_000) // where there is no docker compose, it is built from its source

const ROOT = resolve(import.meta.dirname, '../../..')
const run = promisify(execFile)

type Process = { read_only?: boolean; cap_drop?: string[]; environment: Record<string, string>; healthcheck?: object }
type Composed = { services: Record<string, Process & { build?: object; image: string }> }

/** What belongs to us, as against the engines. */
const PROCESSES = ['auth', 'chat', 'frontends', 'gateway', 'notify', 'posts', 'social']

/** A folder with the compose file and the secrets that the script makes for it. */
async function anInstallation() {
  const dir = await mkdtemp(join(tmpdir(), 'meadow-compose-'))
  await mkdir(join(dir, 'tools/containers'), { recursive: true })
  for (const file of ['docker-compose.yml', 'tools/containers/make-env.sh'])
    await copyFile(join(ROOT, file), join(dir, file))
  return {
    dir,
    makeEnv: () => execFileSync('sh', ['tools/containers/make-env.sh'], { cwd: dir, encoding: 'utf8' }),
    [Symbol.asyncDispose]: () => rm(dir, { recursive: true }),
  }
}

describe('tools/containers/make-env.sh', () => {
  it('makes secrets for its user only, once', async () => {
    await using installation = await anInstallation()
    installation.makeEnv()
    const file = join(installation.dir, '.env')
    const written = await readFile(file, 'utf8')
    const secrets = [...written.matchAll(/^\w+=([0-9a-f]{48})$/gm)].map(([, secret]) => secret)
    expect(new Set(secrets).size).toBe(5)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(installation.makeEnv()).toContain('is there already')
    expect(await readFile(file, 'utf8')).toBe(written)
  })
})

describeOnEachEngine(onOwnEngine(dockerCompose, openDockerCompose), (open) => {
  const compose = async (dir: string, ...args: string[]) => {
    const [command = '', ...first] = await open()
    return (await run(command, [...first, ...args], { cwd: dir })).stdout
  }

  it('reads docker-compose.yml, with every secret from .env', async () => {
    await using installation = await anInstallation()
    await expect(compose(installation.dir, 'config')).rejects.toThrow('run sh tools/containers/make-env.sh first')
    installation.makeEnv()
    const said = await compose(installation.dir, '--profile', '*', 'config', '--format', 'json')
    const { services } = JSON.parse(said) as Composed
    const engines = ['kafka', 'minio', 'mongodb', 'postgres', 'redis', 'versitygw']
    expect(Object.keys(services).toSorted()).toEqual([...PROCESSES, ...engines].toSorted())
    for (const name of PROCESSES)
      expect(services[name]).toMatchObject({ read_only: true, cap_drop: ['ALL'], stop_grace_period: '30s' })
    for (const engine of engines) expect(services[engine]?.healthcheck).toBeDefined()
    const urls = Object.values(services['posts']?.environment ?? {}).filter((value) => value.includes('://'))
    expect(urls.map((url) => new URL(url).protocol).toSorted()).toEqual([
      'http:',
      'kafka:',
      'mongodb:',
      'redis:',
      's3:',
    ])
  })

  it('is told every image to the version', async () => {
    await using installation = await anInstallation()
    installation.makeEnv()
    const { services } = JSON.parse(await compose(installation.dir, 'config', '--format', 'json')) as Composed
    const foreign = Object.values(services).filter(({ build }) => !build)
    expect(foreign).toHaveLength(5)
    for (const { image } of foreign) expect(image).toMatch(/:v?\d+(\.\d+)+(-\w+)?$/)
  })
})
