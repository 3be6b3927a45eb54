import { events } from '@meadow/contracts'
import { createWakeSignal, onEvent, type WokenTask } from '@meadow/events'
import type { MediaStore } from '@meadow/media'
import { EXPORT_CLAIM_MS, EXPORTING_SERVICES, toExportPartPath } from '@meadow/members'
import type { Logger } from '@meadow/service'
import { createBackOff, scheduleHourly } from '@meadow/storage'
import {
  type ExportedPartStore,
  type ExportRepository,
  MAX_PACKING_ATTEMPTS,
  planPackedExport,
  toExportDeadlines,
  toExportZipPath,
} from './export.ts'
import { packExport } from './pack-export.ts'

/** Interval at which exports are looked for that have expired, or that another process left when it was killed. */
const POLL_INTERVAL_MS = 60_000

type ExportDeps = {
  exports: ExportRepository
  /** The store of exports. */
  exportFiles: MediaStore
  log: Logger
  now: () => Date
}

/** Records the services that have written their parts of an export. */
export const onMemberPartExported = onEvent(
  events.memberPartExported,
  ({ data: { exportId, service, counts } }, { exportedParts }: { exportedParts: ExportedPartStore }) => {
    const known = EXPORTING_SERVICES.find((one) => one === service)
    return known ? exportedParts.add(exportId, { service: known, counts }) : Promise.resolve()
  },
)

/**
 * Packs one export whose parts are all there. Returns false if there is none. A failed attempt is repeated when its claim has ended; after
 * the last one the export has failed.
 */
export async function packDueExport({ exports, exportFiles, log, now }: ExportDeps): Promise<boolean> {
  const toClaimEnd = () => new Date(now().getTime() + EXPORT_CLAIM_MS)
  const claimed = await exports.claimPacking(now(), toClaimEnd())
  if (!claimed) return false
  const { exportId, folder, account, attempts, mailContext } = claimed
  try {
    let keptAt = now().getTime()
    const onFile = async () => {
      if (now().getTime() - keptAt < EXPORT_CLAIM_MS / 4) return
      keptAt = now().getTime()
      await exports.keepClaim(exportId, toClaimEnd())
    }
    const time = now()
    const bytes = await packExport({ exportFiles, onFile }, claimed, time)
    const packed = planPackedExport(
      { exportId, accountId: account._id, email: account.email },
      { bytes, time: now(), context: mailContext },
    )
    const isLeft = await exports.finish(exportId, packed)
    for (const service of EXPORTING_SERVICES) await exportFiles.remove(toExportPartPath(folder, service))
    if (!isLeft) await exportFiles.remove(toExportZipPath(folder))
  } catch (error) {
    log.warn({ err: error, attempts }, 'an export could not be packed')
    const { failedExpiry } = toExportDeadlines(now())
    if (attempts >= MAX_PACKING_ATTEMPTS) await exports.fail(exportId, now(), failedExpiry)
  }
  return true
}

/** Removes what is left of expired exports and of erased members, and gives up exports that take too long. */
export async function cleanUpExports({ exports, exportFiles, now }: Omit<ExportDeps, 'log'>): Promise<void> {
  const { requestedBefore, failedExpiry } = toExportDeadlines(now())
  await exports.failOverdue(requestedBefore, now(), failedExpiry)
  for (const { _id, folder } of await exports.listRemovable(now())) {
    for (const service of EXPORTING_SERVICES) await exportFiles.remove(toExportPartPath(folder, service))
    await exportFiles.remove(toExportZipPath(folder))
    await exports.remove(_id)
  }
}

/**
 * Removes what processes have stored of files of exports and did not complete, such as when they were killed. No service works on a file for
 * longer than an export may take.
 */
export const removeIncompleteExportFiles = ({
  exportFiles,
  now,
}: {
  exportFiles: Pick<MediaStore, 'removeIncompleteUploads'>
  now: () => Date
}): Promise<void> => exportFiles.removeIncompleteUploads(toExportDeadlines(now()).requestedBefore)

/** Creates the background task that packs exports, and removes expired ones and those of erased members. Does nothing without a store. */
export function createExportTask({
  exportFiles,
  ...deps
}: Omit<ExportDeps, 'exportFiles'> & { exportFiles: MediaStore | undefined }): WokenTask {
  const wakeSignal = createWakeSignal()
  let stopped = new AbortController()
  let running = Promise.resolve()
  let cleanup: Disposable | undefined

  async function run(files: MediaStore, signal: AbortSignal): Promise<void> {
    const backOff = createBackOff()
    const withFiles = { ...deps, exportFiles: files }
    while (!signal.aborted) {
      try {
        while (!signal.aborted && (await packDueExport(withFiles)));
        await cleanUpExports(withFiles)
        backOff.reset()
        await wakeSignal.wait(POLL_INTERVAL_MS, signal)
      } catch (error) {
        if (backOff.failures === 1) deps.log.warn({ err: error }, 'exports cannot be packed or removed yet') // twice
        await backOff.wait(signal)
      }
    }
  }

  return {
    name: 'exports',
    wokenBy: [events.memberPartExported.type, events.memberErased.type],
    wake: wakeSignal.wake,
    async start() {
      stopped = new AbortController()
      if (!exportFiles) return
      running = run(exportFiles, stopped.signal)
      cleanup = scheduleHourly(() => removeIncompleteExportFiles({ exportFiles, now: deps.now }), deps.log)
    },
    async stop() {
      stopped.abort()
      cleanup?.[Symbol.dispose]()
      await running
    },
  }
}
