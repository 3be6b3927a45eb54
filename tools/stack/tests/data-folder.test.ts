import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { assertRestoreComplete, lockDataFolder, RESTORE_MARK } from '../src/data-folder.ts'
import { getProcessToken } from '../src/process-identity.ts'
import { openProcessRegistry } from '../src/process-registry.ts'
import { createTestFolder } from './fixtures.ts'

/** The pid of this process with the token of an earlier one. */
const earlier = { pid: process.pid, token: 'of an earlier process' }

describe('a data folder', () => {
  it('refuses a second start with an explanation', async () => {
    await using folder = await createTestFolder()
    const first = await lockDataFolder(folder.path)
    await expect(lockDataFolder(folder.path)).rejects.toThrow(/Meadow is already running on .* Stop it first/)
    await first.release()
    await (await lockDataFolder(folder.path)).release()
  })

  it('is free when the process that locked it is gone', async () => {
    await using folder = await createTestFolder()
    const holder = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
    const token = getProcessToken(holder.pid ?? 0)
    await writeFile(join(folder.path, 'lock.json'), JSON.stringify({ pid: holder.pid, token }))
    await expect(lockDataFolder(folder.path)).rejects.toThrow(`process ${holder.pid}`)
    holder.kill('SIGKILL')
    await once(holder, 'exit')
    await (await lockDataFolder(folder.path)).release()
  })

  it('is free when another process has the pid of the lock', async () => {
    await using folder = await createTestFolder()
    await writeFile(join(folder.path, 'lock.json'), JSON.stringify(earlier))
    await (await lockDataFolder(folder.path)).release()
  })

  it('never terminates another process that has the pid of a registered one', async () => {
    await using folder = await createTestFolder()
    const registry = openProcessRegistry(folder.path)
    await writeFile(join(folder.path, 'auth.json'), JSON.stringify(earlier))
    await registry.terminateAll() // would otherwise end this test
    expect(getProcessToken(process.pid)).toBeDefined()
  })

  it('is refused while a restore into it is incomplete', async () => {
    await using folder = await createTestFolder()
    expect(() => assertRestoreComplete(folder.path)).not.toThrow()
    await writeFile(join(folder.path, RESTORE_MARK), '')
    expect(() => assertRestoreComplete(folder.path)).toThrow('npm run restore')
  })
})
