import { type DomainEvent, events } from '@meadow/contracts'
import { type ConsumerStore, createEvent, type EventHandler, onEvent } from '@meadow/events'
import type { MediaStore } from '@meadow/media'
import type { BackgroundTask, Logger } from '@meadow/service'
import { createBackOff, sleep } from '@meadow/storage'
import type { OwnDataReader } from '../own-data.ts'
import { type ExportingService, toExportPartPath, writeExportPart } from './export-part.ts'

/** A part of an export that a service still has to write. */
export type PendingPart = { exportId: string; memberId: string; folder: string; requestedAt: Date }

/** The pending parts of a service, which it stores as `export_tasks`, bound to one transaction. */
export type ExportTaskStore = {
  /** Stores a pending part. Does nothing if it is stored. */
  begin(part: PendingPart): Promise<void>
  /** Deletes the pending parts of a member. */
  dropPartsOf(memberId: string): Promise<void>
  /** Deletes the pending parts that were requested before `time`. */
  dropPartsBefore(time: Date): Promise<void>
  /** Claims a pending part whose previous claim, if any, has ended by `now`. The new claim ends at `until`. Undefined if there is none. */
  claim(now: Date, until: Date): Promise<PendingPart | undefined>
  /** Extends a claim to `until`. */
  keepClaim(exportId: string, until: Date): Promise<void>
  /** Deletes a pending part and publishes its event. Returns false, and publishes nothing, if it is not pending any more. */
  finish(exportId: string, event: DomainEvent): Promise<boolean>
}

const MINUTE_MS = 60_000
/** Another process takes over work on an export this long after its claim was last extended, such as after a kill. */
export const EXPORT_CLAIM_MS = 2 * MINUTE_MS
/** An export that is incomplete this long after its request has failed. */
export const EXPORT_TIMEOUT_MS = 24 * 60 * MINUTE_MS
const POLL_INTERVAL_MS = 5_000

type BoundStores = { exportTasks: ExportTaskStore }

/** Stores that a service must write its part of an export, and deletes the pending parts of an erased member. */
export const memberExportHandlers: EventHandler<BoundStores>[] = [
  onEvent(events.memberExportRequested, ({ subject, data, time }, { exportTasks }: BoundStores) =>
    exportTasks.begin({
      exportId: data.exportId,
      memberId: subject,
      folder: data.folder,
      requestedAt: new Date(time),
    }),
  ),
  onEvent(events.memberErased, ({ subject }, { exportTasks }: BoundStores) => exportTasks.dropPartsOf(subject)),
]

type MemberExportDeps = {
  service: ExportingService
  consumerStore: ConsumerStore<BoundStores>
  ownData: OwnDataReader
  /** The pictures of the service, if it has any. */
  files?: MediaStore
  /** The store of exports. */
  exportFiles: MediaStore
  now: () => Date
  newId: (at: Date) => string
}

/** Writes one pending part. Returns false if there is none. If the part is not pending any more afterwards, its file is removed. */
export async function exportMemberPart(deps: MemberExportDeps): Promise<boolean> {
  const { service, consumerStore, exportFiles, now, newId } = deps
  const toClaimEnd = () => new Date(now().getTime() + EXPORT_CLAIM_MS)
  const part = await consumerStore.transaction(async ({ exportTasks }) => {
    await exportTasks.dropPartsBefore(new Date(now().getTime() - EXPORT_TIMEOUT_MS))
    return exportTasks.claim(now(), toClaimEnd())
  })
  if (!part) return false
  const { exportId, memberId, folder } = part
  const onPage = () => consumerStore.transaction(({ exportTasks }) => exportTasks.keepClaim(exportId, toClaimEnd()))
  const counts = await writeExportPart({ ...deps, onPage }, part)
  const time = now()
  const event = createEvent(events.memberPartExported, {
    source: service,
    subject: memberId,
    id: newId(time),
    time,
    data: { exportId, service, counts },
  })
  const wasPending = await consumerStore.transaction(({ exportTasks }) => exportTasks.finish(exportId, event))
  if (!wasPending) await exportFiles.remove(toExportPartPath(folder, service)) // such as after the member was erased
  return true
}

/** Creates the background task that writes the parts of a service. It has nothing to do where the installation makes no exports. */
export function createMemberExportTask({
  log,
  exportFiles,
  ...deps
}: Omit<MemberExportDeps, 'exportFiles'> & { exportFiles: MediaStore | undefined; log: Logger }): BackgroundTask {
  let stopped = new AbortController()
  let running = Promise.resolve()

  async function run(files: MediaStore, signal: AbortSignal): Promise<void> {
    const backOff = createBackOff()
    while (!signal.aborted) {
      try {
        const hasWritten = await exportMemberPart({ ...deps, exportFiles: files })
        backOff.reset()
        if (!hasWritten) await sleep(POLL_INTERVAL_MS, signal)
      } catch (error) {
        if (backOff.failures === 1) log.warn({ err: error }, 'a part of an export could not be written yet') // twice: a busy store is no news
        await backOff.wait(signal)
      }
    }
  }

  return {
    name: 'member export',
    async start() {
      stopped = new AbortController()
      if (exportFiles) running = run(exportFiles, stopped.signal)
    },
    async stop() {
      stopped.abort()
      await running
    },
  }
}
