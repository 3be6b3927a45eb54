import type { Calls } from '@meadow/contracts'

/** A call by method and path, such as `'POST /posts/:id/comments'`. */
export type CallKey = keyof Calls

/** What a call answers. */
export type AnswerOf<K extends CallKey> = Calls[K]['answer']

/** A query as it is written in the page: numbers may stay numbers, and what is undefined or null is left out. */
type QueryOf<Q> = { [Name in keyof Q]?: Q[Name] | (string extends Q[Name] ? number : never) | null | undefined }

type Part<Name extends string, Value> = [Value] extends [undefined]
  ? unknown
  : undefined extends Value
    ? { [N in Name]?: Value }
    : { [N in Name]: Value }

type QueryPart<Q> = [Q] extends [undefined] ? unknown : { query?: QueryOf<Q> }

/** What a form sends may be large. */
type ProgressPart<B> = [B] extends [FormData] ? { onProgress?: (share: number) => void } : unknown

type Input<K extends CallKey> = Part<'params', Calls[K]['params']> &
  QueryPart<Calls[K]['query']> &
  Part<'body', Calls[K]['body']> &
  Part<'key', Calls[K]['key']> & { signal?: AbortSignal } & ProgressPart<Calls[K]['body']>

/** The arguments after the key: none where the call needs nothing. */
export type InputOf<K extends CallKey> = Record<never, never> extends Input<K> ? [input?: Input<K>] : [input: Input<K>]
