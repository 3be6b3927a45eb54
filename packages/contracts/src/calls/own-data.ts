import * as z from 'zod'
import { defineCall } from '../define-call.ts'
import { Count, Id, Timestamp } from '../text.ts'

/** `kind` names things of one kind, such as `posts`. `since` is the time of the oldest one; null if none is there, or its time is unknown. */
const OwnDataKind = z.object({ kind: z.string(), count: Count, since: z.union([Timestamp, z.null()]) })

const defineOwnDataCall = <Path extends string>(path: Path, summary: string) =>
  defineCall({ method: 'get', path, access: 'member', summary, response: z.object({ kinds: z.array(OwnDataKind) }) })

export const getAccountData = defineOwnDataCall('/auth/data', 'Counts what auth holds about the member')
export const getSocialData = defineOwnDataCall('/users/data', 'Counts what social holds about the member')
export const getPostData = defineOwnDataCall('/posts/data', 'Counts what posts holds about the member')
export const getNotificationData = defineOwnDataCall(
  '/posts/notifications/data',
  'Counts what notify holds about the member',
)
export const getMessageData = defineOwnDataCall('/messages/data', 'Counts what chat holds about the member')

const NullableTime = z.union([Timestamp, z.null()])

/**
 * `collecting`: the services write their parts, of which `parts` are done. `packing`: they are made one zip. `ready`: it can be
 * downloaded until `expiresAt`, and has `bytes`. `failed`: the member can ask again. `nextAt` is when the member can ask for the next one.
 */
const ExportView = z.object({
  _id: Id,
  status: z.enum(['collecting', 'packing', 'ready', 'failed']),
  parts: Count,
  totalParts: Count,
  requestedAt: Timestamp,
  readyAt: NullableTime,
  expiresAt: NullableTime,
  nextAt: NullableTime,
  bytes: z.union([Count, z.null()]),
})

export const requestExport = defineCall({
  method: 'post',
  path: '/auth/export',
  access: 'member',
  status: 202,
  summary:
    'Begins an export of all that the product has about the member, or returns the one that is being made. One in 24 hours; a failed one does not count',
  response: z.object({ export: ExportView }),
})

export const getExport = defineCall({
  method: 'get',
  path: '/auth/export',
  access: 'member',
  summary: 'Returns the latest export of the member; `isOffered` is false where this installation makes none',
  response: z.object({ isOffered: z.boolean(), export: z.union([ExportView, z.null()]) }),
})

export const createExportLink = defineCall({
  method: 'post',
  path: '/auth/export/link',
  access: 'member',
  summary:
    'Creates the address at which the export of the member can be downloaded for an hour. It replaces the one before',
  response: z.object({ url: z.string() }),
})
