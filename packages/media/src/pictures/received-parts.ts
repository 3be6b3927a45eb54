import { open } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { finished } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { DomainError } from '@meadow/service'
import busboy from 'busboy'

export type UploadLimits = {
  /** How large the file may be. */
  bytes: number
}

const FIELDS_MAX = 8

/**
 * Reads a multipart body part by part: the one part `name` into the new file `path`, the fields into a map.
 * What is left of a refused body is read and dropped, so that its sender hears the answer.
 */
export async function storeParts(
  request: IncomingMessage,
  path: string,
  { name: expected, ...limits }: UploadLimits & { name: string },
): Promise<{ fields: ReadonlyMap<string, string>; hasFile: boolean }> {
  await using handle = await open(path, 'wx', 0o600)
  const parser = createParser(request, limits)
  const fields = new Map<string, string>()
  let writing: Promise<void> | undefined

  const parsed = new Promise<void>((resolve, reject) => {
    const refuse = (why: string) =>
      reject(new DomainError('invalid_request', { fields: { [expected]: why }, fieldCodes: { [expected]: 'custom' } }))
    const lost = (cause?: unknown) => reject(new DomainError('upload_failed', { cause }))

    parser.on('field', (name, value, { nameTruncated, valueTruncated }) => {
      if (nameTruncated || valueTruncated || fields.has(name)) refuse('Send each field once, and short')
      fields.set(name, value)
    })
    parser.on('file', (name, stream) => {
      stream.on('limit', () => reject(new DomainError('too_large')))
      writing = pipeline(stream, handle.createWriteStream())
      writing.catch(lost)
      if (name !== expected) refuse(`Send the picture as \`${expected}\``)
    })
    for (const limit of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const)
      parser.on(limit, () => refuse('Send one picture'))
    parser.on('error', lost)
    parser.on('close', resolve)
    finished(request, { writable: false }, (cause) => cause && lost(cause)) // also when it was cut before we came here
  })

  try {
    request.pipe(parser)
    await parsed
    await writing
    return { fields, hasFile: writing !== undefined }
  } finally {
    request.unpipe(parser)
    request.resume()
    parser.destroy()
  }
}

function createParser(request: IncomingMessage, { bytes }: UploadLimits): busboy.Busboy {
  if (!/^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '')) throw new DomainError('unsupported_type')
  try {
    return busboy({
      headers: request.headers,
      // busboy calls a file of exactly `fileSize` truncated
      limits: {
        fileSize: bytes + 1,
        files: 1,
        fields: FIELDS_MAX,
        parts: FIELDS_MAX + 1,
        fieldSize: 1_000,
        fieldNameSize: 100,
        headerPairs: 20,
      },
    })
  } catch (cause) {
    throw new DomainError('malformed_body', { cause })
  }
}
