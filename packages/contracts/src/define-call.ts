import type * as z from 'zod'
import type { ReaderForm } from './reader-schema.ts'

type CallSchema = z.ZodType

/**
 * The permitted callers: anyone, whatever token they send; signed-in members only; members and guests, who send no token, while the
 * installation has guest mode; or members who are at least moderators or admins.
 */
export type CallAccess = 'anyone' | 'member' | 'guest' | 'moderator' | 'admin'

/**
 * The contract of one HTTP call. `path` is the path at the service; the gateway adds `/api`. A call with
 * `encoding: 'multipart'` streams a file, and `body` describes the other form fields.
 */
export type Call = {
  readonly method: 'get' | 'post' | 'put' | 'delete'
  readonly path: string
  readonly access: CallAccess
  readonly summary: string
  /** The HTTP status of success. @default 200 */
  readonly status?: 200 | 201 | 202
  readonly encoding?: 'json' | 'multipart'
  /** The name of the form field of the file. @default 'file' */
  readonly fileField?: string
  /**
   * Accepts a client key in the header `Idempotency-Key`: a repeat with the same key changes nothing and returns the entity
   * that the first call created, in its current state.
   */
  readonly idempotent?: true
  readonly params?: CallSchema
  readonly query?: CallSchema
  readonly body?: CallSchema
  readonly response: CallSchema
}

/** Defines a call once, for the service, the browser and the OpenAPI document. */
export const defineCall = <const C extends Call>(call: C): C => call

type SchemaOutput<S> = S extends CallSchema ? z.output<S> : undefined
type SchemaInput<S> = S extends CallSchema ? z.input<S> : undefined

/** The parsed request of a call. */
export type CallRequest<C extends Call> = {
  params: SchemaOutput<C['params']>
  query: SchemaOutput<C['query']>
  body: SchemaOutput<C['body']>
}

/** The response of a call, before the response schema parses it. */
export type CallResponse<C extends Call> = z.input<C['response']>

type ClientCall<C extends Call> = {
  params: SchemaInput<C['params']>
  query: SchemaInput<C['query']>
  body: C['encoding'] extends 'multipart' ? FormData : SchemaInput<C['body']>
  key: C['idempotent'] extends true ? string | undefined : undefined
  /** A newer service may respond with new enum values. */
  response: ReaderForm<z.output<C['response']>>
}

type CallKey<C extends Call> = `${Uppercase<C['method']>} ${C['path']}`

/** The calls of a record, by method and path, as the typed client of the browser sees them: `'POST /posts/:id/comments'` -> `{ params, query, body, response }`. */
export type CallsByKey<Definitions extends Record<string, Call>> = {
  [Name in keyof Definitions as CallKey<Definitions[Name]>]: ClientCall<Definitions[Name]>
}
