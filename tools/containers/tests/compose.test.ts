import { execFile, execFileSync } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, jest } from '@jest/globals'
import { describeOnEachEngine } from '@meadow/testing'
import { dockerCompose, onOwnEngine, openDockerCompose } from '@meadow/testing/engines'

jest.setTimeout(1_200_000) // may build docker compose from source

const ROOT = resolve(import.meta.dirname, '../../..')
const run = promisify(execFile)

type Process = { read_only?: boolean; cap_drop?: string[]; environment: Record<string, string>; healthcheck?: object }
type Composed = { services: Record<string, Process & { build?: object; image: string }> }

/** Our processes, without the engines. */
const PROCESSES = ['auth', 'chat', 'frontends', 'gateway', 'notify', 'posts', 'social']

/** Creates a folder with the compose file and the script that writes the secrets. */
async function createInstallation() {
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
  it('writes secrets once, readable by the user only', async () => {
    await using installation = await createInstallation()
    installation.makeEnv()
    const file = join(installation.dir, '.env')
    const written = await readFile(file, 'utf8')
    const secrets = [...written.matchAll(/^\w+=([0-9a-f]{48})$/gm)].map(([, secret]) => secret)
    expect(new Set(secrets).size).toBe(5)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(installation.makeEnv()).toContain('already exists')
    expect(await readFile(file, 'utf8')).toBe(written)
  })
})

describeOnEachEngine(onOwnEngine(dockerCompose, openDockerCompose), (open) => {
  const compose = async (dir: string, ...args: string[]) => {
    const [command = '', ...first] = await open()
    return (await run(command, [...first, ...args], { cwd: dir })).stdout
  }

  it('parses docker-compose.yml with the secrets of .env', async () => {
    await using installation = await createInstallation()
    await expect(compose(installation.dir, 'config')).rejects.toThrow('run sh tools/containers/make-env.sh first')
    installation.makeEnv()
    const output = await compose(installation.dir, '--profile', '*', 'config', '--format', 'json')
    const { services } = JSON.parse(output) as Composed
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

  it('has an exact version for every image', async () => {
    await using installation = await createInstallation()
    installation.makeEnv()
    const { services } = JSON.parse(await compose(installation.dir, 'config', '--format', 'json')) as Composed
    const engineServices = Object.values(services).filter(({ build }) => !build)
    expect(engineServices).toHaveLength(5)
    for (const { image } of engineServices) expect(image).toMatch(/:v?\d+(\.\d+)+(-\w+)?$/)
  })
})
