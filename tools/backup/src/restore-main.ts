import { createInstallation, openInstallation } from './installation.ts'
import { readManifest } from './manifest.ts'
import { parseRestoreOptions, type RestoreOptions } from './options.ts'
import { reconcileInstallation } from './reconcile/reconcile-installation.ts'
import { restoreBackup, verifyBackup } from './restore-backup.ts'

const log = (line: string) => console.log(line)

process.umask(0o077)
try {
  const options = parseRestoreOptions(process.argv.slice(2), process.env)
  await (options.reconcile ? reconcile(options) : restore(options))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function restore({ folder, ...options }: RestoreOptions): Promise<void> {
  const manifest = await readManifest(folder)
  log(`Checking the backup of ${manifest.takenAt}`)
  await verifyBackup({ folder, manifest })
  log('Restoring')
  await using installation = await createInstallation({ ...options, variables: process.env, log })
  await restoreBackup(installation, { folder, manifest, log })
  log('Restored. Start it as always; all members sign in again.')
}

async function reconcile(options: RestoreOptions): Promise<void> {
  await using installation = await openInstallation({ ...options, variables: process.env, log, mustBeStopped: true })
  log('Reconciling')
  await reconcileInstallation(installation, { now: () => new Date(), log })
  log('Reconciled. Start it as always; all members sign in again.')
}
