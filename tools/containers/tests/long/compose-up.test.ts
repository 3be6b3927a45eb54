import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { PRODUCT_FILE, readComposeServices } from '@meadow/stack/compose-file'
import { readBaseImages } from '../../src/base-images.ts'
import { docker, ROOT } from '../../src/run-docker.ts'
import { type ComposeContainer, type ComposeProject, openComposeProject } from '../compose-project.ts'
import { findMissingImage, readContainersSetting } from '../containers-setting.ts'
import { type MemberActivity, repeatUntilSuccess, startMemberActivity } from '../member-activity.ts'

jest.setTimeout(1_800_000) // may build all images

const run = promisify(execFile)
const PLAYWRIGHT = 'node_modules/@playwright/test/cli.js'
/** The version of existing images, which are then not built. */
const EXISTING_VERSION = process.env['MEADOW_VERSION']

const SERVICES = ['auth', 'chat', 'gateway', 'notify', 'posts', 'social']
const FRONTENDS = ['chat', 'feed', 'profile', 'shell'].map((name) => `frontend-${name}`)

/** The services of docker-compose.yml whose images are not built. */
const ENGINE_SERVICES = ['postgres', 'redis', 'kafka', 'versitygw', 'mongodb'] as const

/** Obtains all images. Returns the reason if that is not possible. */
async function findReasonToSkip(): Promise<string | undefined> {
  if (readContainersSetting() !== 'all') return '`npm run test:containers` runs them'
  const { NODE_IMAGE = '', RUNTIME_IMAGE = '' } = readBaseImages()
  const services = await readComposeServices(PRODUCT_FILE, process.env)
  return findMissingImage([RUNTIME_IMAGE, NODE_IMAGE, ...ENGINE_SERVICES.map((name) => services[name]?.image ?? '')])
}

const reasonToSkip = await findReasonToSkip()
if (reasonToSkip) process.stderr.write(`Tests on docker compose up are skipped: ${reasonToSkip}\n`)

;(reasonToSkip ? describe.skip : describe).each([
  { profile: 'full', options: [], engines: ['kafka', 'mongodb', 'postgres', 'redis', 'versitygw'] },
  { profile: 'light', options: ['--light'], engines: ['postgres'] },
])('on docker compose up, $profile', ({ options, engines }) => {
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
    console.log(await describeIdleCpu(containers))
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
    expect(processes.join('\n')).toMatch(/node .*services\/auth\/src\/main\.ts/)
    const shown = [descriptions, ...processes].join('\n')
    for (const secret of await project.readSecrets()) expect(shown).not.toContain(secret)
  })

  it('has a name for each volume, so that none is left behind by the next up', async () => {
    const ids = (await project.listContainers()).map(({ id }) => id)
    const names = '{{range .Mounts}}{{if eq .Type "volume"}}{{.Name}} {{end}}{{end}}'
    const volumes = (await docker('inspect', '--format', names, ...ids)).split(/\s+/).filter(Boolean)
    expect(volumes.length).toBeGreaterThan(0)
    expect(volumes.filter((name) => /^[0-9a-f]{64}$/.test(name))).toEqual([])
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
  const image = `localhost/meadow/gateway:${EXISTING_VERSION ?? 'dev'}`
  await docker('run', '--rm', '--pid=host', '--user=0', '--entrypoint=bash', image, '-c', `kill -9 ${pid}`)
}

const IDLE_MS = 20_000
const CPU_TICKS_PER_SECOND = 100

/** Lists the processes of a container. */
async function listProcesses({ id }: ComposeContainer): Promise<string[]> {
  const [, ...pids] = (await docker('top', id, '-eo', 'pid')).split('\n')
  return pids.map((pid) => pid.trim()).filter(Boolean)
}

/** Describes the processor time of each container while nobody uses the product, as a share of one core. */
async function describeIdleCpu(containers: readonly ComposeContainer[]): Promise<string> {
  const measured = containers.map(async (container) => {
    const pids = await listProcesses(container)
    return { service: container.service, pids, before: await readCpuSeconds(pids), since: performance.now() }
  })
  const started = await Promise.all(measured)
  await delay(IDLE_MS)
  const shares = started.map(async ({ service, pids, before, since }) => {
    const percent = ((await readCpuSeconds(pids)) - before) / ((performance.now() - since) / 100_000)
    return { service, percent }
  })
  const sorted = (await Promise.all(shares)).toSorted((one, other) => other.percent - one.percent)
  const total = sorted.reduce((sum, { percent }) => sum + percent, 0)
  const columns = sorted.map(({ service, percent }) => `${service} ${percent.toFixed(1)}`)
  return `% of a core without requests: ${columns.join(', ')}; in all ${total.toFixed(1)}`
}

/** Returns the processor time of processes. Those that have ended meanwhile, such as probes, are not counted. */
async function readCpuSeconds(pids: readonly string[]): Promise<number> {
  const texts = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')))
  const ticks = texts.map((text) => {
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return Number(fields[11] ?? 0) + Number(fields[12] ?? 0)
  })
  return ticks.reduce((sum, count) => sum + count, 0) / CPU_TICKS_PER_SECOND
}

/** Describes the proportional set size of each container, in MB. */
async function describeMemory(containers: readonly ComposeContainer[]): Promise<string> {
  const lines = containers.map(async (container) => {
    const pids = await listProcesses(container)
    const sizes = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')))
    const kilobytes = sizes.map((text) => Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0))
    return { service: container.service, megabytes: Math.round(kilobytes.reduce((sum, size) => sum + size, 0) / 1000) }
  })
  const sizes = (await Promise.all(lines)).toSorted((one, other) => other.megabytes - one.megabytes)
  const total = sizes.reduce((sum, { megabytes }) => sum + megabytes, 0)
  return [...sizes.map(({ service, megabytes }) => `${service} ${megabytes} MB`), `in all ${total} MB`].join('\n')
}
