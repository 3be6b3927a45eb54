import type { Calls } from '@meadow/contracts/browser'

/**
 * A value that is known only after another request: the field at `path` (`'post._id'`) of the response of an earlier request
 * of the same entry, or of the last response of another entry.
 */
export type OutboxReference = { fromRequest: number; path: string } | { fromEntry: string; path: string }

/** A JSON value in which references stand for values that are not known yet. */
export type OutboxValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | OutboxReference
  | readonly OutboxValue[]
  | { readonly [name: string]: OutboxValue }

/** A field of a multipart form. `file` is an index in the `files` of the entry. */
export type OutboxFormField = readonly [name: string, value: string | OutboxReference | { file: number }]

/** One API call, as data: any tab and any version of the service worker can send it. */
export type OutboxRequest = {
  call: keyof Calls
  params?: Record<string, string | OutboxReference>
  /** The parameters of the query string. Earlier versions of the service worker leave them out. */
  query?: Record<string, string>
  /** Either a JSON body or a form. */
  body?: OutboxValue
  /** The fields of a multipart form, in this order. */
  form?: readonly OutboxFormField[]
  /** The client key: the `Idempotency-Key` header. */
  key?: string
  /** Error codes that mean that nothing is left to do, for example when one deletes what is gone. */
  doneCodes?: readonly string[]
}

/** The reason why an entry is not sent: an error of the server, or `expired`, or `depends_on_refused`. */
export type OutboxRefusal = {
  status: number
  code: string
  message: string
  /** Messages by field, for forms. */
  fields?: Record<string, string>
}

/** An action of a member that waits to be sent. */
export type OutboxEntry<Data = unknown> = {
  /** A UUID. Kinds use it as client key. */
  id: string
  memberId: string
  /** The name of the `OutboxKind`. */
  kind: string
  /** Entries of one lane are sent one after the other; lanes do not wait for each other. */
  lane: string
  /** The position among all entries of the member: the creation time in ms, made unique. */
  order: number
  createdAt: string
  /** The time in ms from which the age of the entry counts. */
  queuedAtMs: number
  /** Nothing of the entry leaves the device before this time in ms, so that the member can undo it. Missing: it is sent at once. */
  notBeforeMs?: number
  requests: readonly OutboxRequest[]
  /** The responses of the requests that are finished. A restart does not repeat them. */
  responses: readonly unknown[]
  /** The ids of the entries that must be sent before. */
  dependsOn: readonly string[]
  files: readonly Blob[]
  /** Data with which the kind shows the action. */
  data: Data
  /** Description of the action, in words; null for actions that members need not know of, such as read marks. */
  description: string | null
  replaceKey?: string
  /** The number of attempts to send it or the entry that it replaced, counted before each attempt. */
  attempts: number
  /** Null while it waits. */
  refusal: OutboxRefusal | null
}

/** Returns the time in ms for which an entry is still held. If the clock was set back behind its creation, it is not held longer. */
export const getHeldMs = ({ notBeforeMs, queuedAtMs }: OutboxEntry, nowMs: number): number =>
  notBeforeMs === undefined || nowMs < queuedAtMs ? 0 : Math.max(0, notBeforeMs - nowMs)

/**
 * Returns true if the server cannot have what an entry asks for: it was never attempted, or only its earlier requests were, such as
 * uploads, or the server has refused it.
 */
export const canTakeBack = ({ attempts, refusal, requests, responses }: OutboxEntry): boolean =>
  attempts === 0 || refusal !== null || responses.length < requests.length - 1

/** Remembers what the server responded to an entry, for entries that refer to it later. */
export type SentOutboxEntry = { id: string; memberId: string; sentAtMs: number; response: unknown }
