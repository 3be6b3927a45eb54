import type { Readable } from 'node:stream'

/** An open file. It is closed when it was read to its end or is disposed. */
export type MediaFile = {
  type: string
  size: number
  /** Reads the bytes from `start` to `end`, both inclusive, or all. May be called once. */
  read(bytes?: { start: number; end: number }): Readable
  [Symbol.asyncDispose](): Promise<void>
}

/** Stores the media files of members. media-path.ts defines the valid paths. */
export type MediaStore = {
  /**
   * Stores `content` at `path` atomically and replaces an existing file. `type` must match the extension of the path.
   */
  put(path: string, content: Buffer | Readable, type: string): Promise<void>
  /** Opens the file; the caller reads it to its end or disposes it. Returns undefined if it does not exist. */
  open(path: string): Promise<MediaFile | undefined>
  /** Removes the file. Succeeds if it does not exist. */
  remove(path: string): Promise<void>
  /** Removes the data of `put` calls that began before `before` and never completed, such as after a crash. */
  removeIncompleteUploads(before: Date): Promise<void>
  ping(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}
