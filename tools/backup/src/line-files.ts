import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Duplex, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createGunzip, createGzip } from 'node:zlib'

/** The size and checksum of a file of a backup. `lines` is the number of its lines before compression. */
export type LineFile = { lines: number; bytes: number; sha256: string }

const BATCH_SIZE = 500
const LINE_FEED = 0x0a
/** A backup contains e-mail addresses, messages and hashes of passwords. */
export const FOLDER_MODE = 0o700
export const FILE_MODE = 0o600

/** Writes lines to a new compressed file. The lines of one batch are in memory at a time. */
export async function writeLineFile(path: string, batches: AsyncIterable<readonly string[]>): Promise<LineFile> {
  await mkdir(dirname(path), { recursive: true, mode: FOLDER_MODE })
  const written = { lines: 0, bytes: 0 }
  const hash = createHash('sha256')
  await pipeline(
    async function* joinLines() {
      for await (const batch of batches) {
        written.lines += batch.length
        if (batch.length > 0) yield Buffer.from(`${batch.join('\n')}\n`)
      }
    },
    createGzip({ level: constants.Z_BEST_SPEED }),
    async function* measure(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        written.bytes += chunk.length
        hash.update(chunk)
        yield chunk
      }
    },
    createWriteStream(path, { mode: FILE_MODE, flags: 'wx', flush: true }),
  )
  return { ...written, sha256: hash.digest('hex') }
}

/** Reads the lines of a file in batches. @throws Error if the file is incomplete */
export async function* readLineFile(path: string): AsyncGenerator<string[]> {
  const source = createReadStream(path)
  const gunzip: Duplex = createGunzip()
  source.on('error', (error) => gunzip.destroy(error))
  let batch: string[] = []
  for await (const line of splitLines(source.pipe(gunzip))) {
    batch.push(line)
    if (batch.length < BATCH_SIZE) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** Splits at line feeds only: `node:readline` also splits at U+2028, which JSON may contain. */
async function* splitLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest: Buffer[] = []
  for await (const chunk of chunks) {
    let start = 0
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      yield Buffer.concat([...rest, chunk.subarray(start, end)]).toString('utf8')
      rest = []
      start = end + 1
    }
    if (start < chunk.length) rest.push(chunk.subarray(start))
  }
  if (rest.length > 0) throw new Error('The last line of the file is incomplete')
}

/** Calculates the checksum of a file. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of Readable.from(createReadStream(path))) hash.update(chunk)
  return hash.digest('hex')
}

/** Collects single values to batches. */
export async function* toBatches<T>(values: AsyncIterable<T>): AsyncGenerator<T[]> {
  let batch: T[] = []
  for await (const value of values) {
    batch.push(value)
    if (batch.length < BATCH_SIZE) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
