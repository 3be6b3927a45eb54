import type * as z from 'zod'

type CallSchema = z.ZodType

/** Who may make a call: anyone at all, or a signed-in member. */
export type CallAccess = 'anyone' | 'member'

/**
 * One call of the product: `path` is what its service sees (the gateway adds `/api` before it).
 * `encoding: 'multipart'` calls stream their body; `body` then describes the fields beside the file.
 */
export type Call = {
  readonly method: 'get' | 'post' | 'put' | 'delete'
  readonly path: string
  readonly access: CallAccess
  readonly summary: string
  /** The status of a success. @default 200 */
  readonly status?: 200 | 201
  readonly encoding?: 'json' | 'multipart'
  /** The field of the form that holds the file. @default 'file' */
  readonly fileField?: string
  /**
   * A member's call that takes a client key, the header `Idempotency-Key`: a repeat with the same key answers what the
   * first attempt made, as it is now, and changes nothing.
   */
  readonly idempotent?: true
  readonly params?: CallSchema
  readonly query?: CallSchema
  readonly body?: CallSchema
  readonly response: CallSchema
}

/** States a call once, for the service that answers it, the browser that makes it and the document that describes it. */
export const defineCall = <const C extends Call>(call: C): C => call

type SchemaOutput<S> = S extends CallSchema ? z.output<S> : undefined
type SchemaInput<S> = S extends CallSchema ? z.input<S> : undefined

/** What a handler of the call receives after parsing. */
export type CallRequest<C extends Call> = {
  params: SchemaOutput<C['params']>
  query: SchemaOutput<C['query']>
  body: SchemaOutput<C['body']>
}

/** What a handler answers. */
export type CallResponse<C extends Call> = z.input<C['response']>

type ClientCall<C extends Call> = {
  params: SchemaInput<C['params']>
  query: SchemaInput<C['query']>
  body: C['encoding'] extends 'multipart' ? FormData : SchemaInput<C['body']>
  key: C['idempotent'] extends true ? string | undefined : undefined
  response: z.output<C['response']>
}

type CallKey<C extends Call> = `${Uppercase<C['method']>} ${C['path']}`

/** A record of calls as the typed client sees it: `'POST /posts/:id/comments'` -> `{ params, query, body, response }`. */
export type CallsByKey<Record_ extends Record<string, Call>> = {
  [Name in keyof Record_ as CallKey<Record_[Name]>]: ClientCall<Record_[Name]>
}
