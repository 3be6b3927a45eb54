import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { eventually } from '@meadow/testing'
import { MEMORY_OPTIONS } from '../src/memory/memory-settings.ts'
import { getProcessToken } from '../src/process-identity.ts'
import { openProcessRegistry } from '../src/process-registry.ts'
import { supervise } from '../src/supervisor.ts'
import { createTestFolder, createTestProgram } from './fixtures.ts'

const RUNS_FOREVER = "console.log('pid', process.pid); setInterval(() => {}, 1000)"
const LEAVES_A_CHILD = `
  const { spawn } = await import('node:child_process')
  const code = "console.log('pid', process.pid); process.send('up'); setInterval(() => {}, 1000)"
  const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  child.once('message', () => process.exit(3))`
const IGNORES_SIGNALS = `for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => {}); ${RUNS_FOREVER}`
const DRAINS_AFTER_SIGTERM = `
  process.on('SIGTERM', () => console.log('drains'))
  process.on('SIGINT', () => process.exit())
  ${RUNS_FOREVER}`

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

const onPosix = process.platform === 'win32' ? it.skip : it // Windows has no process groups

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

  it('passes on the options of Node', async () => {
    await using folder = await createTestFolder()
    const program = await createTestProgram(folder.path, `console.log(...process.execArgv); ${RUNS_FOREVER}`)
    const registry = openProcessRegistry(join(folder.path, 'processes'))
    const supervised = supervise({ ...program, nodeOptions: MEMORY_OPTIONS }, { registry, log: () => {} })
    await eventually(async () =>
      expect(await readFile(program.logFile, 'utf8')).toContain(`${MEMORY_OPTIONS.join(' ')}\npid`),
    )
    await supervised.stop(5000)
  })

  it('counts unexpected exits', async () => {
    await using folder = await createTestFolder()
    const { supervised } = await start(folder.path, 'process.exit(3)')
    await eventually(() => expect(supervised.failures).toBeGreaterThanOrEqual(3))
    await supervised.stop(5000)
  })

  it('writes all output of a program to its log before it restarts it', async () => {
    await using folder = await createTestFolder()
    const { supervised } = await start(folder.path, "process.stdout.write('last words'); process.exit(3)")
    await eventually(() => expect(supervised.failures).toBeGreaterThanOrEqual(1))
    expect(await readFile(supervised.logFile, 'utf8')).toMatch(/^last words\n/)
    await supervised.stop(5000)
  })

  onPosix('ends the processes that a program leaves', async () => {
    await using folder = await createTestFolder()
    const { supervised, pidOf } = await start(folder.path, LEAVES_A_CHILD)
    const pid = await pidOf(1)
    await eventually(() => expect(supervised.failures).toBeGreaterThanOrEqual(1))
    expect(getProcessToken(pid)).toBeUndefined()
    await supervised.stop(5000)
  })

  onPosix('stops a program without its drain time', async () => {
    await using folder = await createTestFolder()
    const { supervised, pidOf } = await start(folder.path, DRAINS_AFTER_SIGTERM)
    await pidOf(1)
    await supervised.stop(60_000)
    expect(await readFile(supervised.logFile, 'utf8')).not.toContain('drains')
  })

  it('kills a program that ignores signals', async () => {
    await using folder = await createTestFolder()
    const { supervised, pidOf } = await start(folder.path, IGNORES_SIGNALS)
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
