import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { openNotes } from '../src/leftovers.ts'
import { processToken } from '../src/process-token.ts'
import { supervise } from '../src/supervisor.ts'
import { aFolder, aProgram, until } from './given.ts'

const STAYS = "console.log('pid', process.pid); setInterval(() => {}, 1000)"
const STUBBORN = `process.on('SIGTERM', () => {}); ${STAYS}`

async function start(folder: string, code: string) {
  const program = await aProgram(folder, code)
  const notes = openNotes(join(folder, 'processes'))
  const said: string[] = []
  const supervised = supervise(program, { notes, log: (line) => said.push(line), shortestPause: 1 })
  const pids = async () =>
    [...(await readFile(program.logFile, 'utf8')).matchAll(/pid (\d+)/g)].map(([, pid]) => Number(pid))
  const pidOf = (start: number) => until(async () => (await pids())[start - 1])
  return { supervised, said, pidOf }
}

describe('the supervisor', () => {
  it('starts a program again when it is killed', async () => {
    await using folder = await aFolder()
    const { supervised, said, pidOf } = await start(folder.path, STAYS)
    const first = await pidOf(1)
    process.kill(first, 'SIGKILL')
    expect(await pidOf(2)).not.toBe(first)
    expect(said).toEqual([expect.stringContaining('program ended by itself (SIGKILL) and is started again')])
    await supervised.stop(5000)
  })

  it('counts how often a program fails to stay', async () => {
    await using folder = await aFolder()
    const { supervised } = await start(folder.path, 'process.exit(3)')
    expect(await until(() => (supervised.failures >= 3 ? true : undefined))).toBe(true)
    await supervised.stop(5000)
  })

  it('kills a program that does not end when asked', async () => {
    await using folder = await aFolder()
    const { supervised, pidOf } = await start(folder.path, STUBBORN)
    const pid = await pidOf(1)
    await supervised.stop(50)
    expect(processToken(pid)).toBeUndefined()
  })

  it('ends at the next start what a kill of the supervisor left behind', async () => {
    await using folder = await aFolder()
    const { supervised, pidOf } = await start(folder.path, STAYS)
    const pid = await pidOf(1)
    await openNotes(join(folder.path, 'processes')).endAll()
    expect(processToken(pid)).toBeUndefined()
    await supervised.stop(5000)
  })
})
