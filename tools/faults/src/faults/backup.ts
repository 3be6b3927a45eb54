import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { checkRestored } from '../backup/check-restored.ts'
import { actBeforeBackup, listAcknowledged } from '../backup/quiet-members.ts'
import { runBackupCommand } from '../backup/run-backup-command.ts'
import { defineFault } from '../fault.ts'
import { startFaultStack } from '../run/fault-run.ts'
import { runUnderLoad } from '../under-load.ts'

const QUIET_COUNT = 10

/**
 * Takes a backup while members act, and restores it into another installation beside the running one. Everything that was
 * acknowledged before the backup must be there, and all invariants must hold while members go on there.
 */
export const fault = defineFault({
  summary:
    'takes a backup under load, restores it beside, and goes on there; --seconds: of load before, during and after',
  options: { seconds: 15 },
  async run(run, { seconds }) {
    const stack = await startFaultStack(run)
    const beside = await startFaultStack(run)
    await beside.stop()
    const folder = join(run.folder, 'backup')
    run.opened.defer(() => rm(folder, { recursive: true, force: true }))
    const figures: Record<string, unknown> = {}
    let restored = { broken: ['the run ended before the restore'], operations: 0 }

    const { broken, ...counts } = await runUnderLoad({ run, stack }, async ({ client, history, workers }) => {
      const quiet = [...history.members.values()].slice(workers.length, workers.length + QUIET_COUNT)
      await actBeforeBackup({ client, history }, quiet)
      await delay(seconds * 1000)
      const before = listAcknowledged(history, quiet)
      figures['acknowledgedBefore'] = Object.values(before).flat().length
      const startedAt = performance.now()
      run.log(await runBackupCommand('backup', folder, '--data', stack.dataDir))
      figures['backupMs'] = Math.round(performance.now() - startedAt)
      await delay(seconds * 500)
      const restoredAt = performance.now()
      const output = await runBackupCommand('restore', folder, '--data', beside.dataDir, '--replace')
      figures['restoreMs'] = Math.round(performance.now() - restoredAt)
      run.log(output)
      const [, aside] = /The former data is in (.+)/.exec(output) ?? []
      if (aside) run.opened.defer(() => rm(aside, { recursive: true, force: true }))
      await beside.start()
      const deleted = new Set(history.deleted.keys())
      restored = await checkRestored(run, beside, { before, deleted, workers, quiet, seconds })
    })
    return {
      broken: [...broken, ...restored.broken.map((line) => `restored: ${line}`)],
      figures: { ...counts, ...figures, restoredOperations: restored.operations },
    }
  },
})
