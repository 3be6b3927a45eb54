import { openInstallation } from './installation.ts'
import { parseBackupOptions } from './options.ts'
import { takeBackup } from './take-backup.ts'

process.umask(0o077)
try {
  const { folder, ...options } = parseBackupOptions(process.argv.slice(2), process.env)
  console.log(`Backing up to ${folder}`)
  await using installation = await openInstallation({ ...options, variables: process.env, log: console.log })
  const { takenAt } = await takeBackup(installation, { folder, log: console.log })
  console.log(
    `The backup is complete: all writes that were acknowledged before ${takenAt}. It contains secrets: keep it safe.`,
  )
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
