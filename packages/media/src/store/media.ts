import type { Readable } from 'node:stream'

/** A file that is open until it is read to its end or disposed. */
export type StoredMedia = {
  type: string
  size: number
  /** The bytes from `start` to `end`, both of them too, or all; once. */
  read(bytes?: { start: number; end: number }): Readable
  [Symbol.asyncDispose](): Promise<void>
}

/** Where files of members live. Paths are ours (see `typeOf` in paths.ts); what is put is there whole or not at all. */
export type Media = {
  /** Stores `content` as `path`, replacing what was there. `type` must be the one that the path's extension says. */
  put(path: string, content: Buffer | Readable, type: string): Promise<void>
  /** The file, to be read or disposed by the caller; undefined when there is none. */
  open(path: string): Promise<StoredMedia | undefined>
  /** Removes the file; that there is none is fine. */
  remove(path: string): Promise<void>
  /** Removes what puts that never ended left before `before`. */
  tidy(before: Date): Promise<void>
  ping(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}
