import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { readComposeImage } from '@meadow/engines'
import { readBaseImages } from '../../src/base-images.ts'
import { prepareEngine } from '../../src/prepare-engine.ts'
import { docker, ROOT } from '../../src/run-docker.ts'
import { type ComposeContainer, type ComposeProject, openComposeProject } from '../compose-project.ts'
import { readContainersSetting } from '../containers-setting.ts'
import { type MemberActivity, repeatUntilSuccess, startMemberActivity } from '../member-activity.ts'

jest.setTimeout(1_800_000) // may build all images

const run = promisify(execFile)
const PLAYWRIGHT = 'node_modules/@playwright/test/cli.js'
/** The version of existing images, which are then not built. */
const EXISTING_VERSION = process.env['MEADOW_VERSION']

const SERVICES = ['auth', 'chat', 'gateway', 'notify', 'posts', 'social']
const FRONTENDS = ['chat', 'feed', 'profile', 'shell'].map((name) => `frontend-${name}`)

/** The services of docker-compose.yml whose images are obtained, by the name of their stand-in. */
const ENGINE_SERVICES = {
  postgres: 'postgres',
  redis: 'redis',
  kafka: 'kafka',
  versitygw: 'versitygw',
  mongo: 'mongodb',
} as const

/** Obtains all images. Returns the reason if that is not possible. */
async function findReasonToSkip(): Promise<string | undefined> {
  if (readContainersSetting() !== 'all') return '`npm run test:containers` runs them'
  const { NODE_IMAGE = '', RUNTIME_IMAGE = '' } = readBaseImages()
  const engines = Object.entries(ENGINE_SERVICES).map(([name, service]) => [name, readComposeImage(service)])
  return prepareEngine({ debian: RUNTIME_IMAGE, node: NODE_IMAGE, ...Object.fromEntries(engines) })
}

const reasonToSkip = await findReasonToSkip()
if (reasonToSkip) process.stderr.write(`Tests on docker compose up are skipped: ${reasonToSkip}\n`)

;(reasonToSkip ? describe.skip : describe).each([
  { profile: 'full', options: [], engines: ['kafka', 'mongodb', 'postgres', 'redis', 'versitygw'] },
  { profile: 'light', options: ['--light'], engines: ['postgres'] },
])('docker compose up, $profile', ({ options, engines }) => {
  let project: ComposeProject
  let activity: MemberActivity
  const up = () => project.compose('up', '--wait', '--quiet-pull', EXISTING_VERSION ? '--no-build' : '--build')

  beforeAll(async () => {
    project = await openComposeProject(...options)
    const start = Date.now()
    if (!EXISTING_VERSION) await project.compose('build', '--quiet')
    const built = Date.now()
    await up()
    const seconds = [built - start, Date.now() - built].map((milliseconds) => Math.round(milliseconds / 1000))
    console.log(`built in ${seconds[0]} s, healthy after ${seconds[1]} s`)
  })
  afterAll(async () => project?.[Symbol.asyncDispose]())

  it('starts every container, all of them healthy', async () => {
    const containers = await project.listContainers()
    expect(containers.map(({ service }) => service).toSorted()).toEqual(
      [...SERVICES, ...FRONTENDS, ...engines].toSorted(),
    )
    expect(containers.filter(({ isHealthy }) => !isHealthy)).toEqual([])
    activity = await startMemberActivity(project.url)
    await activity.act()
    await activity.verify()
    console.log(await describeMemory(containers))
  })

  it('passes the browser tests of the feed and of the chat', async () => {
    const tests = ['tools/e2e/feed.test', 'tools/e2e/chat.test']
    const { JEST_WORKER_ID: _, ...env } = process.env // Playwright refuses to run below Jest
    const args = [PLAYWRIGHT, 'test', '-c', 'tools/e2e', ...tests]
    const options = { cwd: ROOT, env: { ...env, E2E_URL: project.url, NODE_OPTIONS: '' } }
    const { stdout } = await run(process.execPath, args, options).catch((error) => error)
    expect(stdout).toMatch(/^\s+\d+ passed/m)
    expect(stdout).not.toMatch(/^\s+\d+ failed/m)
  })

  it('shows no secret in arguments or in the description of a container', async () => {
    const containers = await project.listContainers()
    const descriptions = await docker('inspect', ...containers.map(({ id }) => id))
    const processes = await Promise.all(containers.map(({ id }) => docker('top', id, '-eo', 'pid,args')))
    expect(processes.join('\n')).toContain('node services/auth/src/main.ts')
    const shown = [descriptions, ...processes].join('\n')
    for (const secret of await project.readSecrets()) expect(shown).not.toContain(secret)
  })

  it('survives the end of each container', async () => {
    for (const container of await project.listContainers()) {
      await killContainer(container)
      await repeatUntilSuccess(async () => {
        const restarted = (await project.listContainers()).find(({ service }) => service === container.service)
        expect(restarted).toMatchObject({
          isHealthy: true,
          startedAt: expect.not.stringContaining(container.startedAt),
        })
      })
      await activity.act()
    }
    await activity.verify()
  })

  it('has all data after down and up', async () => {
    await project.compose('down')
    await up()
    await activity.verify()
    await activity.act()
  })
})

/** Kills the first process of a container as a crash would: `docker kill` would count as stopped by an operator. */
async function killContainer({ pid }: ComposeContainer): Promise<void> {
  const image = `meadow/gateway:${EXISTING_VERSION ?? 'dev'}`
  await docker('run', '--rm', '--pid=host', '--user=0', '--entrypoint=bash', image, '-c', `kill -9 ${pid}`)
}

/** Describes the proportional set size of each container, in MB. */
async function describeMemory(containers: readonly ComposeContainer[]): Promise<string> {
  const lines = containers.map(async ({ id, service }) => {
    const [, ...pids] = (await docker('top', id, '-eo', 'pid')).split('\n')
    const sizes = await Promise.all(
      pids.map((pid) => readFile(`/proc/${pid.trim()}/smaps_rollup`, 'utf8').catch(() => '')),
    )
    const kilobytes = sizes.map((text) => Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0))
    return { service, megabytes: Math.round(kilobytes.reduce((sum, size) => sum + size, 0) / 1000) }
  })
  const sizes = (await Promise.all(lines)).toSorted((one, other) => other.megabytes - one.megabytes)
  const total = sizes.reduce((sum, { megabytes }) => sum + megabytes, 0)
  return [...sizes.map(({ service, megabytes }) => `${service} ${megabytes} MB`), `in all ${total} MB`].join('\n')
}
