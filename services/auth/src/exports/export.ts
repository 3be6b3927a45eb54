import type { CallResponse, calls, DomainEvent } from '@meadow/contracts'
import { events } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import { EXPORT_TIMEOUT_MS, EXPORTING_SERVICES, type ExportingService } from '@meadow/members'
import { DomainError } from '@meadow/service'
import { createNotice, type MailContext, type WaitingMail } from '../mail/mail.ts'
import type { EventStamp } from '../sessions/session.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** The time for which an export can be downloaded. */
const EXPORT_LIFETIME_MS = 7 * DAY_MS
/** Returns the time until which an export that was ready at `readyAt` can be downloaded. */
export const toExportExpiry = (readyAt: Date): Date => new Date(readyAt.getTime() + EXPORT_LIFETIME_MS)
/** A member can ask for the next export this long after the last one, unless it failed. */
const EXPORT_INTERVAL_MS = DAY_MS
/** The time for which a download link can be used, also to resume a download. */
export const EXPORT_LINK_LIFETIME_MS = HOUR_MS
/** An export is given up after this many attempts to pack it. */
export const MAX_PACKING_ATTEMPTS = 5

/** An export of a member. `partCount` is the number of services that have written their part. */
export type MemberExport = {
  _id: string
  /** Undefined after the account was erased. */
  accountId: string | undefined
  /** The random name of its folder in the store of exports. */
  folder: string
  partCount: number
  requestedAt: Date
  readyAt: Date | undefined
  failedAt: Date | undefined
  expiresAt: Date | undefined
  bytes: number | undefined
}

/** A part that a service has written, as the number of things by kind. */
export type ExportedPart = { service: ExportingService; counts: Record<string, number> }

/** Returns the path of the zip in the store of exports. */
export const toExportZipPath = (folder: string): string => `${folder}/export.zip`

const isRunning = ({ readyAt, failedAt }: MemberExport): boolean => !readyAt && !failedAt

/** Returns the time from which a member can ask for the next export; undefined for now. */
const toNextExportTime = ({ requestedAt, failedAt }: MemberExport): Date | undefined =>
  failedAt ? undefined : new Date(requestedAt.getTime() + EXPORT_INTERVAL_MS)

type NewExport = { exportId: string; accountId: string; folder: string } & EventStamp

/**
 * Plans an export with the event that asks the services for their parts. Returns undefined if the latest one is still being made.
 * @throws export_too_soon
 */
export function planExport(
  latest: MemberExport | undefined,
  { exportId, accountId, folder, eventId, time }: NewExport,
): { added: MemberExport; event: DomainEvent } | undefined {
  if (latest && isRunning(latest)) return undefined
  const nextTime = latest && toNextExportTime(latest)
  if (nextTime && nextTime > time) throw new DomainError('export_too_soon')
  const added: MemberExport = {
    _id: exportId,
    accountId,
    folder,
    partCount: 0,
    requestedAt: time,
    readyAt: undefined,
    failedAt: undefined,
    expiresAt: undefined,
    bytes: undefined,
  }
  const event = createEvent(events.memberExportRequested, {
    source: 'auth',
    subject: accountId,
    id: eventId,
    time,
    data: { exportId, folder },
  })
  return { added, event }
}

/** An export that was packed, with the mail about it; the mail is undefined if none is sent. */
export type PackedExport = { readyAt: Date; expiresAt: Date; bytes: number; mail: WaitingMail | undefined }

/** Plans the end of an export whose zip has `bytes`. `context` is undefined if no mail is sent. */
export function planPackedExport(
  { exportId, accountId, email }: { exportId: string; accountId: string; email: string },
  { bytes, time, context }: { bytes: number; time: Date; context: MailContext | undefined },
): PackedExport {
  const notice = { accountId, recipient: email, eventId: exportId, requestedAt: time }
  return {
    readyAt: time,
    expiresAt: toExportExpiry(time),
    bytes,
    mail: context && createNotice('export_ready', notice, context),
  }
}

/** Returns the request time before which an unfinished export is overdue, and the expiry of one that fails now. */
export const toExportDeadlines = (now: Date): { requestedBefore: Date; failedExpiry: Date } => ({
  requestedBefore: new Date(now.getTime() - EXPORT_TIMEOUT_MS),
  failedExpiry: new Date(now.getTime() + EXPORT_LIFETIME_MS),
})

type ExportView = CallResponse<typeof calls.requestExport>['export']

function toStatus(found: MemberExport): ExportView['status'] {
  if (found.failedAt) return 'failed'
  if (found.readyAt) return 'ready'
  return found.partCount === EXPORTING_SERVICES.length ? 'packing' : 'collecting'
}

/** Converts an export to its view for the member. */
export const toExportView = (found: MemberExport): ExportView => ({
  _id: found._id,
  status: toStatus(found),
  parts: found.partCount,
  totalParts: EXPORTING_SERVICES.length,
  requestedAt: found.requestedAt.toISOString(),
  readyAt: found.readyAt?.toISOString() ?? null,
  expiresAt: found.readyAt ? (found.expiresAt?.toISOString() ?? null) : null,
  nextAt: toNextExportTime(found)?.toISOString() ?? null,
  bytes: found.bytes ?? null,
})

/** An export whose parts are all there, claimed for packing. `attempts` includes the current one. */
export type ClaimedExport = {
  exportId: string
  folder: string
  account: { _id: string; username: string; email: string }
  parts: readonly ExportedPart[]
  attempts: number
  mailContext: MailContext | undefined
}

/** Stores exports. */
export type ExportRepository = {
  /** Adds the export that `plan` returns for the latest one, with its event. Returns the latest export after that. */
  request(
    accountId: string,
    plan: (latest: MemberExport | undefined) => ReturnType<typeof planExport>,
    mailContext: MailContext | undefined,
  ): Promise<MemberExport>
  /** Returns the latest export of an account that has not expired. */
  findLatest(accountId: string, now: Date): Promise<MemberExport | undefined>
  /**
   * Claims an export that can be packed, and whose previous claim, if any, has ended by `now`. The new claim ends at `until`. Returns
   * undefined if there is none.
   */
  claimPacking(now: Date, until: Date): Promise<ClaimedExport | undefined>
  /** Extends a claim to `until`. */
  keepClaim(exportId: string, until: Date): Promise<void>
  /** Ends the packing. Returns false, and stores nothing, if the account was erased meanwhile. */
  finish(exportId: string, packed: PackedExport): Promise<boolean>
  /** Stores that an export failed at `at`, unless it is ready or has failed already. It is forgotten at `expiresAt`. */
  fail(exportId: string, at: Date, expiresAt: Date): Promise<void>
  /** Does the same for all unfinished exports that were requested before `requestedBefore`. */
  failOverdue(requestedBefore: Date, at: Date, expiresAt: Date): Promise<void>
  /** Sets the download link of the latest ready export of an account. Returns false if the account has none at `now`. */
  setLink(accountId: string, link: { tokenHash: Buffer; expiresAt: Date; now: Date }): Promise<boolean>
  /** Returns the export of a download link that is valid at `now`. Does not use the link up. */
  findByLink(tokenHash: Buffer, now: Date): Promise<{ _id: string; folder: string; username: string } | undefined>
  /** Lists some exports to remove: the expired ones, and those of erased accounts. */
  listRemovable(now: Date): Promise<{ _id: string; folder: string }[]>
  remove(exportId: string): Promise<void>
}

/** Stores the parts that services have written, in the transaction of the consumer. */
export type ExportedPartStore = {
  /** Stores a part. Ignores unknown exports, and a part that is stored. */
  add(exportId: string, part: ExportedPart): Promise<void>
}
