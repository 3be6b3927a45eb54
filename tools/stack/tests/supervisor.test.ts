import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { eventually } from '@meadow/testing'
import { getProcessToken } from '../src/process-identity.ts'
import { openProcessRegistry } from '../src/process-registry.ts'
import { supervise } from '../src/supervisor.ts'
import { createTestFolder, createTestProgram } from './fixtures.ts'

const RUNS_FOREVER = "console.log('pid', process.pid); setInterval(() => {}, 1000)"
const IGNORES_SIGTERM = `process.on('SIGTERM', () => {}); ${RUNS_FOREVER}`

async function start(folder: string, code: string) {
  const program = await createTestProgram(folder, code)
  const registry = openProcessRegistry(join(folder, 'processes'))
  const logged: string[] = []
  const supervised = supervise(program, { registry, log: (line) => logged.push(line), minRestartDelayMs: 1 })
  const pids = async () =>
    [...(await readFile(program.logFile, 'utf8')).matchAll(/pid (\d+)/g)].map(([, pid]) => Number(pid))
  const pidOf = (start: number) =>
    eventually(async () => {
      const pid = (await pids())[start - 1]
      if (pid === undefined) throw new Error('The program has not started yet')
      return pid
    })
  return { supervised, logged, pidOf }
}

describe('the supervisor', () => {
  it('restarts a program that is killed', async () => {
    await using folder = await createTestFolder()
    const { supervised, logged, pidOf } = await start(folder.path, RUNS_FOREVER)
    const first = await pidOf(1)
    process.kill(first, 'SIGKILL')
    expect(await pidOf(2)).not.toBe(first)
    expect(logged).toEqual([expect.stringContaining('program exited unexpectedly (SIGKILL) and is restarted')])
    await supervised.stop(5000)
  })

  it('counts unexpected exits', async () => {
    await using folder = await createTestFolder()
    const { supervised } = await start(folder.path, 'process.exit(3)')
    await eventually(() => expect(supervised.failures).toBeGreaterThanOrEqual(3))
    await supervised.stop(5000)
  })

  it('kills a program that ignores SIGTERM', async () => {
    await using folder = await createTestFolder()
    const { supervised, pidOf } = await start(folder.path, IGNORES_SIGTERM)
    const pid = await pidOf(1)
    await supervised.stop(50)
    expect(getProcessToken(pid)).toBeUndefined()
  })

  it('terminates at the next start the processes that a killed supervisor left', async () => {
    await using folder = await createTestFolder()
    const { supervised, pidOf } = await start(folder.path, RUNS_FOREVER)
    const pid = await pidOf(1)
    await openProcessRegistry(join(folder.path, 'processes')).terminateAll()
    expect(getProcessToken(pid)).toBeUndefined()
    await supervised.stop(5000)
  })
})
