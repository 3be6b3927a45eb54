import type * as z from 'zod'

type Shape = z.ZodType

/** Who may make a call: anyone at all, or a signed-in member. */
export type Access = 'anyone' | 'member'

/**
 * One call of the product: `path` is what its service sees (the gateway adds `/api` before it).
 * `encoding: 'multipart'` calls stream their body; `body` then describes the fields beside the file.
 */
export type Call = {
  readonly method: 'get' | 'post' | 'put' | 'delete'
  readonly path: string
  readonly access: Access
  readonly summary: string
  /** The status of a success. @default 200 */
  readonly status?: 200 | 201
  readonly encoding?: 'json' | 'multipart'
  /** The field of the form that holds the file. @default 'file' */
  readonly file?: string
  /**
   * A member's call that takes a client key, the header `Idempotency-Key`: a repeat with the same key answers what the
   * first attempt made, as it is now, and changes nothing.
   */
  readonly idempotent?: true
  readonly params?: Shape
  readonly query?: Shape
  readonly body?: Shape
  readonly answer: Shape
}

/** States a call once, for the service that answers it, the browser that makes it and the document that describes it. */
export const defineCall = <const C extends Call>(call: C): C => call

type Parsed<S> = S extends Shape ? z.output<S> : undefined
type Given<S> = S extends Shape ? z.input<S> : undefined

/** What a handler of the call receives after parsing. */
export type Received<C extends Call> = {
  params: Parsed<C['params']>
  query: Parsed<C['query']>
  body: Parsed<C['body']>
}

/** What a handler answers. */
export type Answer<C extends Call> = z.input<C['answer']>

type Sent<C extends Call> = {
  params: Given<C['params']>
  query: Given<C['query']>
  body: C['encoding'] extends 'multipart' ? FormData : Given<C['body']>
  key: C['idempotent'] extends true ? string | undefined : undefined
  answer: z.output<C['answer']>
}

type KeyOf<C extends Call> = `${Uppercase<C['method']>} ${C['path']}`

/** A record of calls as the typed client sees it: `'POST /posts/:id/comments'` -> `{ params, query, body, answer }`. */
export type ByKey<Record_ extends Record<string, Call>> = {
  [Name in keyof Record_ as KeyOf<Record_[Name]>]: Sent<Record_[Name]>
}
