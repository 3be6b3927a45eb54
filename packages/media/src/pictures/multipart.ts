import { createWriteStream } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { finished } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { DomainError } from '@meadow/service'
import busboy from 'busboy'

export type UploadFileLimits = {
  /** The maximum size of each file. */
  maxBytes: number
  /** @default 1 */
  maxFiles?: number
  /** The maximum size of each form field. @default 1000 */
  maxFieldBytes?: number
}

/** The names of the parts: of the files, and of fields that may be sent several times. `noun` is the word for a file in messages. */
type MultipartNames = { name: string; noun?: string; repeatedFields?: readonly string[] }

const MAX_FIELDS = 12

/**
 * Reads a multipart body as a stream: writes the file parts `name` into the new files `picture-0` and so on in `folder`, and
 * collects the fields in a map; a field of `repeatedFields` is a list.
 * Reads and discards the rest of a rejected body, because a browser reads the response only after it has sent its request.
 * @throws unsupported_type | malformed_body | upload_failed | too_large | invalid_request
 */
export async function writeMultipartFiles(
  request: IncomingMessage,
  folder: string,
  { name: expectedName, noun = 'picture', repeatedFields = [], ...limits }: UploadFileLimits & MultipartNames,
): Promise<{ fields: ReadonlyMap<string, string | string[]>; files: string[] }> {
  const parser = createMultipartParser(request, limits)
  const { maxFiles = 1 } = limits
  const fields = new Map<string, string | string[]>(repeatedFields.map((name) => [name, []]))
  const files: string[] = []
  const writes: Promise<void>[] = []

  const parsed = new Promise<void>((resolve, reject) => {
    const rejectRequest = (message: string) =>
      reject(
        new DomainError('invalid_request', {
          fields: { [expectedName]: message },
          fieldCodes: { [expectedName]: 'custom' },
        }),
      )
    const rejectUpload = (cause?: unknown) => reject(new DomainError('upload_failed', { cause }))

    parser.on('field', (name, value, { nameTruncated, valueTruncated }) => {
      const known = fields.get(name)
      if (nameTruncated || valueTruncated || typeof known === 'string')
        rejectRequest('Send each field only once, with a short value')
      fields.set(name, Array.isArray(known) ? [...known, value] : value)
    })
    parser.on('file', (name, stream) => {
      stream.on('limit', () => reject(new DomainError('too_large')))
      const path = join(folder, `picture-${files.length}`)
      files.push(path)
      const writing = pipeline(stream, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
      writing.catch(rejectUpload)
      writes.push(writing)
      if (name !== expectedName) rejectRequest(`Send the ${noun} as \`${expectedName}\``)
    })
    for (const limit of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const)
      parser.on(limit, () => rejectRequest(maxFiles === 1 ? `Send one ${noun}` : `Send at most ${maxFiles} ${noun}s`))
    parser.on('error', rejectUpload)
    parser.on('close', resolve)
    finished(request, { writable: false }, (cause) => cause && rejectUpload(cause)) // also when it was aborted earlier
  })

  try {
    request.pipe(parser)
    await parsed
    await Promise.all(writes)
    return { fields, files }
  } finally {
    request.unpipe(parser)
    request.resume()
    parser.destroy()
    await Promise.allSettled(writes) // no file is created after the folder is removed
  }
}

function createMultipartParser(request: IncomingMessage, limits: UploadFileLimits): busboy.Busboy {
  const { maxBytes, maxFiles = 1, maxFieldBytes = 1_000 } = limits
  if (!/^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '')) throw new DomainError('unsupported_type')
  try {
    return busboy({
      headers: request.headers,
      // busboy reports a file of exactly `fileSize` bytes as truncated
      limits: {
        fileSize: maxBytes + 1,
        files: maxFiles,
        fields: MAX_FIELDS,
        parts: MAX_FIELDS + maxFiles,
        fieldSize: maxFieldBytes,
        fieldNameSize: 100,
        headerPairs: 20,
      },
    })
  } catch (cause) {
    throw new DomainError('malformed_body', { cause })
  }
}
