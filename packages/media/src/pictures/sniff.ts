import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { PICTURE } from '@meadow/contracts/limits'
import { DomainError } from '@meadow/service'
import { fileTypeFromFile } from 'file-type'

/** What a picture never holds, but a file that is also a page, a script or a document does. */
const FOREIGN = /<script|<html|<svg|<!doctype|<\?php|%PDF-1/i
const FOREIGN_MAX = 9
/** How a ZIP archive ends that has no comment; a JAR behind a picture, say. */
const ZIP_END = Buffer.from('PK\x05\x06', 'latin1')
const ZIP_END_LENGTH = 22

/**
 * The type of a picture by its content, whatever its name says.
 * @throws unsupported_type for everything else, and for a picture that is something else, too
 */
export async function sniffPicture(file: string): Promise<string> {
  const found = await fileTypeFromFile(file)
  if (!found || !PICTURE.types.some((type) => type === found.mime)) throw new DomainError('unsupported_type')
  if (await isPolyglot(file)) throw new DomainError('unsupported_type')
  return found.mime
}

async function isPolyglot(file: string): Promise<boolean> {
  const tail = await lastBytes(file, ZIP_END_LENGTH)
  if (tail.subarray(0, ZIP_END.length).equals(ZIP_END)) return true
  let kept = ''
  for await (const chunk of createReadStream(file, { encoding: 'latin1' })) {
    if (FOREIGN.test(kept + chunk)) return true
    kept = chunk.slice(-FOREIGN_MAX)
  }
  return false
}

/** The last `count` bytes of a file, or all of it. */
export async function lastBytes(file: string, count: number): Promise<Buffer> {
  const { size } = await stat(file)
  await using handle = await open(file, 'r')
  const length = Math.min(size, count)
  const { buffer } = await handle.read(Buffer.alloc(length), 0, length, size - length)
  return buffer
}
