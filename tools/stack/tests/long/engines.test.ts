import { execFile, spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from '@jest/globals'
import { onOwnEngine } from '@meadow/testing/engines'
import { startConfiguredStack } from '@meadow/testing/stack'
import { ENGINES_FILE } from '../../src/compose-file.ts'
import { findFreePort } from '../../src/free-port.ts'

const TAKES_MS = 900_000
const ROOT = resolve(import.meta.dirname, '../../../..')
const PLAYWRIGHT = 'node_modules/@playwright/test/cli.js'
const PORTS = ['KAFKA_PORT', 'KAFKA_SERVICES_PORT', 'MONGODB_PORT', 'REDIS_PORT', 'VERSITYGW_PORT']
const ENGINES = ['kafka', 'mongodb', 'redis', 'versitygw'] as const

const run = promisify(execFile)

/** Creates the settings of containers beside those of whoever develops. Disposal removes the containers and their data. */
async function createEngineSettings() {
  const ports: [string, string][] = []
  for (const name of PORTS) ports.push([name, String(await findFreePort())])
  const variables = { ...Object.fromEntries(ports), COMPOSE_PROJECT_NAME: `meadow-test-${process.pid}` }
  return {
    variables,
    async [Symbol.asyncDispose]() {
      const env = { ...process.env, ...variables, COMPOSE_DISABLE_ENV_FILE: '1' }
      await run('docker', ['compose', '-f', ENGINES_FILE, 'down', '--volumes', '--timeout', '10'], { env })
    },
  }
}

const openers = await Promise.all(ENGINES.map((name) => onOwnEngine(name, () => name)))
const hasCompose = spawnSync('docker', ['compose', 'version']).status === 0
const areAvailable = hasCompose && openers.every((opener) => Object.values(opener).every(Boolean))
const onEngines = areAvailable ? describe : describe.skip

onEngines('npm start -- --engines, on docker compose with kafka, mongodb, redis and versitygw', () => {
  it(
    'passes the browser tests of the feed and of the chat, also after it was started again',
    async () => {
      await using settings = await createEngineSettings()
      const environment = { ...settings.variables, RATE_LIMITS: 'off' } // tests are faster than members
      await using stack = await startConfiguredStack({ options: ['--engines'], environment })
      expect(new URL(await readFile(join(stack.dataDir, 'bus-url'), 'utf8')).protocol).toBe('kafka:')
      for (const test of ['feed', 'chat']) {
        const { JEST_WORKER_ID: _, ...env } = process.env // Playwright refuses to run below Jest
        const args = [PLAYWRIGHT, 'test', '-c', 'tools/e2e', `tools/e2e/${test}.test`]
        const options = { cwd: ROOT, env: { ...env, E2E_URL: stack.url, NODE_OPTIONS: '' } }
        const { stdout } = await run(process.execPath, args, options).catch((error) => error)
        expect(stdout).toMatch(/^\s+\d+ passed/m)
        expect(stdout).not.toMatch(/^\s+\d+ failed/m)
        await stack.stop()
        await stack.start()
      }
    },
    TAKES_MS,
  )
})
