import { type DomainEvent, events } from '@meadow/contracts'
import { type ConsumerStore, createEvent, type EventHandler, onEvent } from '@meadow/events'
import type { MediaStore } from '@meadow/media'
import type { BackgroundTask, Logger } from '@meadow/service'
import { createBackOff, sleep } from '@meadow/storage'
import type { OwnDataReader } from '../own-data.ts'
import { type ExportingService, toExportPartPath, writeExportPart } from './export-part.ts'

/** A part of an export that a service still has to write. */
export type ExportTask = { exportId: string; memberId: string; folder: string; requestedAt: Date }

/** The tasks of a service, bound to one transaction. */
export type ExportTaskStore = {
  /** Stores a task. Does nothing if it is stored. */
  begin(task: ExportTask): Promise<void>
  /** Deletes the tasks of a member. */
  dropTasksOf(memberId: string): Promise<void>
  /** Deletes the tasks that were asked for before a time. */
  dropTasksBefore(time: Date): Promise<void>
  /** Claims a task that nobody has claimed beyond `now`, until `until`. Returns undefined if there is none. */
  claim(now: Date, until: Date): Promise<ExportTask | undefined>
  keepClaim(exportId: string, until: Date): Promise<void>
  /** Ends a task with its event. Returns false, and publishes nothing, if the task was dropped meanwhile. */
  finish(exportId: string, event: DomainEvent): Promise<boolean>
}

const MINUTE_MS = 60_000
/** Another process takes over a task this long after its last page, such as after a kill. */
export const EXPORT_CLAIM_MS = 2 * MINUTE_MS
/** An export that is not complete by then has failed. */
export const EXPORT_TIMEOUT_MS = 24 * 60 * MINUTE_MS
const POLL_INTERVAL_MS = 5_000

type Bound = { exportTasks: ExportTaskStore }

/** Stores that a service must write its part of an export, and drops that of an erased member. */
export const memberExportHandlers: EventHandler<Bound>[] = [
  onEvent(events.memberExportRequested, ({ subject, data, time }, { exportTasks }: Bound) =>
    exportTasks.begin({
      exportId: data.exportId,
      memberId: subject,
      folder: data.folder,
      requestedAt: new Date(time),
    }),
  ),
  onEvent(events.memberErased, ({ subject }, { exportTasks }: Bound) => exportTasks.dropTasksOf(subject)),
]

type MemberExportDeps = {
  service: ExportingService
  consumerStore: ConsumerStore<Bound>
  ownData: OwnDataReader
  /** The pictures of the service, if it has any. */
  files?: MediaStore
  /** The store of exports. */
  exportFiles: MediaStore
  now: () => Date
  newId: (at: Date) => string
}

/** Writes one part, if one is asked for. Returns false if there is none. A part that was written in vain is removed. */
export async function exportMemberPart(deps: MemberExportDeps): Promise<boolean> {
  const { service, consumerStore, exportFiles, now, newId } = deps
  const untilNextPage = () => new Date(now().getTime() + EXPORT_CLAIM_MS)
  const task = await consumerStore.transaction(async ({ exportTasks }) => {
    await exportTasks.dropTasksBefore(new Date(now().getTime() - EXPORT_TIMEOUT_MS))
    return exportTasks.claim(now(), untilNextPage())
  })
  if (!task) return false
  const { exportId, memberId, folder } = task
  const onPage = () => consumerStore.transaction(({ exportTasks }) => exportTasks.keepClaim(exportId, untilNextPage()))
  const counts = await writeExportPart({ ...deps, onPage }, task)
  const time = now()
  const event = createEvent(events.memberPartExported, {
    source: service,
    subject: memberId,
    id: newId(time),
    time,
    data: { exportId, service, counts },
  })
  const isWanted = await consumerStore.transaction(({ exportTasks }) => exportTasks.finish(exportId, event))
  if (!isWanted) await exportFiles.remove(toExportPartPath(folder, service))
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
        if (backOff.failures === 0) log.warn({ err: error }, 'a part of an export could not be written yet')
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
