import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { takeDataFolder } from '../src/data-folder.ts'
import { openNotes } from '../src/leftovers.ts'
import { processToken } from '../src/process-token.ts'
import { aFolder } from './given.ts'

/** Our own pid, as an earlier process may have had it. */
const earlier = { pid: process.pid, token: 'of an earlier process' }

describe('a data folder', () => {
  it('refuses a second start with a sentence', async () => {
    await using folder = await aFolder()
    const first = await takeDataFolder(folder.path)
    await expect(takeDataFolder(folder.path)).rejects.toThrow(/Meadow is already running on .* Stop it first/)
    await first.release()
    await (await takeDataFolder(folder.path)).release()
  })

  it('is free when the process that had it is gone', async () => {
    await using folder = await aFolder()
    const holder = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
    const token = processToken(holder.pid ?? 0)
    await writeFile(join(folder.path, 'running.json'), JSON.stringify({ pid: holder.pid, token }))
    await expect(takeDataFolder(folder.path)).rejects.toThrow(`process ${holder.pid}`)
    holder.kill('SIGKILL')
    await once(holder, 'exit')
    await (await takeDataFolder(folder.path)).release()
  })

  it('is free when another process has that pid by now', async () => {
    await using folder = await aFolder()
    await writeFile(join(folder.path, 'running.json'), JSON.stringify(earlier))
    await (await takeDataFolder(folder.path)).release()
  })

  it('never ends a stranger that has the pid of a leftover', async () => {
    await using folder = await aFolder()
    const notes = openNotes(folder.path)
    await writeFile(join(folder.path, 'auth.json'), JSON.stringify(earlier))
    await notes.endAll() // would end this very test
    expect(processToken(process.pid)).toBeDefined()
  })
})
