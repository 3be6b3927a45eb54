import type { Calls } from '@meadow/contracts/browser'

/** A call by method and path, such as `'POST /posts/:id/comments'`. */
export type CallKey = keyof Calls

/** The response of a call. */
export type ApiResponse<K extends CallKey> = Calls[K]['response']

/** The query of a call: also takes numbers, and leaves out undefined and null. */
type QueryInput<Q> = { [Name in keyof Q]?: Q[Name] | (string extends Q[Name] ? number : never) | null | undefined }

type InputField<Name extends string, Value> = [Value] extends [undefined]
  ? unknown
  : undefined extends Value
    ? { [N in Name]?: Value }
    : { [N in Name]: Value }

type QueryField<Q> = [Q] extends [undefined] ? unknown : { query?: QueryInput<Q> }

/** Calls that send a form report their progress. */
type ProgressField<B> = [B] extends [FormData] ? { onProgress?: (share: number) => void } : unknown

type ApiInputFields<K extends CallKey> = InputField<'params', Calls[K]['params']> &
  QueryField<Calls[K]['query']> &
  InputField<'body', Calls[K]['body']> &
  InputField<'key', Calls[K]['key']> & { signal?: AbortSignal } & ProgressField<Calls[K]['body']>

/** The arguments after the call key: none if the call needs no input. */
export type ApiInput<K extends CallKey> =
  Record<never, never> extends ApiInputFields<K> ? [input?: ApiInputFields<K>] : [input: ApiInputFields<K>]
