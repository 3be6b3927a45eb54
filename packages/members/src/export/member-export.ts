import { type DomainEvent, events } from '@meadow/contracts'
import { type ConsumerStore, createEvent, type EventHandler, onEvent, type WokenTask } from '@meadow/events'
import type { MediaStore } from '@meadow/media'
import type { Logger } from '@meadow/service'
import { createPollingTask } from '@meadow/storage'
import type { MemberReadModel } from '../member-read-model.ts'
import type { OwnDataReader } from '../own-data.ts'
import { type ExportingService, toExportPartPath, writeExportPart } from './export-part.ts'

/** A part of an export that a service still has to write. */
export type PendingPart = { exportId: string; memberId: string; folder: string; requestedAt: Date }
/** A part with the end of the claim on it, which also tells this claim from the claims of other processes. */
type ClaimedPart = PendingPart & { claimedUntil: Date }

/** The claim of one process on a part. */
type PartClaim = Pick<ClaimedPart, 'exportId' | 'claimedUntil'>

/** The pending parts of a service, which it stores as `export_tasks`, bound to one transaction. */
export type ExportTaskStore = {
  /** Stores a pending part. Does nothing if it is stored. */
  begin(part: PendingPart): Promise<void>
  /** Deletes the pending parts of a member. */
  dropPartsOf(memberId: string): Promise<void>
  /** Deletes the pending parts that were requested before `time`. */
  dropPartsBefore(time: Date): Promise<void>
  /** Claims a pending part whose previous claim, if any, has ended by `now`. The new claim ends at `until`. Undefined if there is none. */
  claim(now: Date, until: Date): Promise<ClaimedPart | undefined>
  /** Extends a claim to `until`. Returns false, and changes nothing, if the part is gone or another process has claimed it since. */
  keepClaim(claim: PartClaim, until: Date): Promise<boolean>
  /** Deletes a claimed part and publishes its event. Returns false, and does neither, if the claim was lost as in `keepClaim`. */
  finish(claim: PartClaim, event: DomainEvent): Promise<boolean>
}

const MINUTE_MS = 60_000
/** Another process takes over work on an export this long after its claim was last extended, such as after a kill. */
export const EXPORT_CLAIM_MS = 2 * MINUTE_MS
/** An export that is incomplete this long after its request has failed. */
export const EXPORT_TIMEOUT_MS = 24 * 60 * MINUTE_MS
/** Events wake the task. It polls as well, for what another process left when it was killed. */
const POLL_INTERVAL_MS = 60_000

type BoundStores = { exportTasks: ExportTaskStore; members: Pick<MemberReadModel, 'find'> }

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

/** Ends the writing of a part that this process may no longer confirm. */
class LostClaimError extends Error {}

/**
 * Writes one pending part and confirms it. Returns false if there is none. A process that loses its claim, because it stalled or the member
 * was erased, stops and confirms nothing. A file that it has stored by then is removed only if the member was erased: otherwise it is the
 * part of the process that took over, which has the same name.
 */
export async function exportMemberPart(deps: MemberExportDeps): Promise<boolean> {
  const { service, consumerStore, exportFiles, now, newId } = deps
  const toClaimEnd = () => new Date(now().getTime() + EXPORT_CLAIM_MS)
  const part = await consumerStore.transaction(async ({ exportTasks }) => {
    await exportTasks.dropPartsBefore(new Date(now().getTime() - EXPORT_TIMEOUT_MS))
    return exportTasks.claim(now(), toClaimEnd())
  })
  if (!part) return false
  const { exportId, memberId, folder } = part
  let { claimedUntil } = part

  async function keepClaim(): Promise<void> {
    const until = toClaimEnd()
    const claim = { exportId, claimedUntil }
    const isKept = await consumerStore.transaction(({ exportTasks }) => exportTasks.keepClaim(claim, until))
    if (!isKept) throw new LostClaimError()
    claimedUntil = until
  }

  async function confirm(counts: Record<string, number>): Promise<void> {
    const time = now()
    const envelope = { source: service, subject: memberId, id: newId(time), time }
    const event = createEvent(events.memberPartExported, { ...envelope, data: { exportId, service, counts } })
    const claim = { exportId, claimedUntil }
    const isConfirmed = await consumerStore.transaction(({ exportTasks }) => exportTasks.finish(claim, event))
    if (!isConfirmed) throw new LostClaimError()
  }

  try {
    await confirm(await writeExportPart({ ...deps, onPage: keepClaim }, part))
  } catch (error) {
    if (!(error instanceof LostClaimError)) throw error
    const member = await consumerStore.transaction(({ members }) => members.find([memberId]))
    if (member.get(memberId)?.state === 'erased') await exportFiles.remove(toExportPartPath(folder, service))
  }
  return true
}

/** Creates the background task that writes the parts of a service. It has nothing to do where the installation makes no exports. */
export function createMemberExportTask({
  log,
  exportFiles,
  ...deps
}: Omit<MemberExportDeps, 'exportFiles'> & { exportFiles: MediaStore | undefined; log: Logger }): WokenTask {
  return {
    ...createPollingTask({
      name: 'member export',
      intervalMs: POLL_INTERVAL_MS,
      async run(signal) {
        while (exportFiles && !signal.aborted && (await exportMemberPart({ ...deps, exportFiles })));
      },
      failure: 'a part of an export could not be written yet',
      toleratedFailures: 1,
      log,
    }),
    wokenBy: [events.memberExportRequested.type],
  }
}
