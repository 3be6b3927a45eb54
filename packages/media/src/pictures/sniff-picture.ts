import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { PICTURE_LIMITS } from '@meadow/contracts/limits'
import { fileTypeFromFile } from 'file-type'
import { PictureError } from './picture-error.ts'

/** Markers of HTML pages, scripts and documents, which no genuine picture contains. */
const FOREIGN_CONTENT = /<script|<html|<svg|<!doctype|<\?php|%PDF-1/i
const FOREIGN_CONTENT_OVERLAP = 9
/** The signature of the last record of a ZIP archive without a comment, such as a JAR appended to a picture. */
const ZIP_END_SIGNATURE = Buffer.from('PK\x05\x06', 'latin1')
const ZIP_END_RECORD_BYTES = 22

/**
 * Detects the MIME type of a picture by its content, not by its name.
 * @throws PictureError unsupported_type when it is not a picture, or is a polyglot: also a valid file of another type
 */
export async function sniffPicture(file: string): Promise<string> {
  const found = await fileTypeFromFile(file)
  if (!found || !PICTURE_LIMITS.types.some((type) => type === found.mime)) throw new PictureError('unsupported_type')
  if (await isPolyglot(file)) throw new PictureError('unsupported_type')
  return found.mime
}

async function isPolyglot(file: string): Promise<boolean> {
  const tail = await readLastBytes(file, ZIP_END_RECORD_BYTES)
  if (tail.subarray(0, ZIP_END_SIGNATURE.length).equals(ZIP_END_SIGNATURE)) return true
  let overlap = ''
  for await (const chunk of createReadStream(file, { encoding: 'latin1' })) {
    if (FOREIGN_CONTENT.test(overlap + chunk)) return true
    overlap = chunk.slice(-FOREIGN_CONTENT_OVERLAP)
  }
  return false
}

/** Reads the last `count` bytes of a file, or all of a shorter file. */
export async function readLastBytes(file: string, count: number): Promise<Buffer> {
  const { size } = await stat(file)
  await using handle = await open(file, 'r')
  const length = Math.min(size, count)
  const { buffer } = await handle.read(Buffer.alloc(length), 0, length, size - length)
  return buffer
}
