import type { Calls } from '@meadow/contracts'

/** A call by method and path, such as `'POST /posts/:id/comments'`. */
export type CallKey = keyof Calls

/** What a call answers. */
export type ApiResponse<K extends CallKey> = Calls[K]['response']

/** A query as it is written in the page: numbers may stay numbers, and what is undefined or null is left out. */
type QueryInput<Q> = { [Name in keyof Q]?: Q[Name] | (string extends Q[Name] ? number : never) | null | undefined }

type InputField<Name extends string, Value> = [Value] extends [undefined]
  ? unknown
  : undefined extends Value
    ? { [N in Name]?: Value }
    : { [N in Name]: Value }

type QueryField<Q> = [Q] extends [undefined] ? unknown : { query?: QueryInput<Q> }

/** What a form sends may be large. */
type ProgressField<B> = [B] extends [FormData] ? { onProgress?: (share: number) => void } : unknown

type ApiInputFields<K extends CallKey> = InputField<'params', Calls[K]['params']> &
  QueryField<Calls[K]['query']> &
  InputField<'body', Calls[K]['body']> &
  InputField<'key', Calls[K]['key']> & { signal?: AbortSignal } & ProgressField<Calls[K]['body']>

/** The arguments after the key: none where the call needs nothing. */
export type ApiInput<K extends CallKey> =
  Record<never, never> extends ApiInputFields<K> ? [input?: ApiInputFields<K>] : [input: ApiInputFields<K>]
