import type { Readable } from 'node:stream'

export type StoredMedia = { stream: Readable; type: string; size: number }

/** Where files of members live. Paths are ours (see `typeOf` in paths.ts); what is put is there whole or not at all. */
export type Media = {
  /** Stores `content` as `path`, replacing what was there. `type` must be the one that the path's extension says. */
  put(path: string, content: Buffer | Readable, type: string): Promise<void>
  /** The file, to be read or destroyed by the caller; undefined when there is none. */
  open(path: string): Promise<StoredMedia | undefined>
  /** Removes the file; that there is none is fine. */
  remove(path: string): Promise<void>
  ping(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}
