import { open } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { finished } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { DomainError } from '@meadow/service'
import busboy from 'busboy'

export type UploadFileLimits = {
  /** The maximum size of the file. */
  maxBytes: number
}

const MAX_FIELDS = 8

/**
 * Reads a multipart body as a stream: writes the file part `name` into the new file `path` and collects the fields in a map.
 * Reads and discards the rest of a rejected body, because a browser reads the response only after it has sent its request.
 * @throws unsupported_type | malformed_body | upload_failed | too_large | invalid_request
 */
export async function writeMultipartFile(
  request: IncomingMessage,
  path: string,
  { name: expectedName, ...limits }: UploadFileLimits & { name: string },
): Promise<{ fields: ReadonlyMap<string, string>; hasFile: boolean }> {
  await using handle = await open(path, 'wx', 0o600)
  const parser = createMultipartParser(request, limits)
  const fields = new Map<string, string>()
  let writing: Promise<void> | undefined

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
      if (nameTruncated || valueTruncated || fields.has(name))
        rejectRequest('Send each field only once, with a short value')
      fields.set(name, value)
    })
    parser.on('file', (name, stream) => {
      stream.on('limit', () => reject(new DomainError('too_large')))
      writing = pipeline(stream, handle.createWriteStream())
      writing.catch(rejectUpload)
      if (name !== expectedName) rejectRequest(`Send the picture as \`${expectedName}\``)
    })
    for (const limit of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const)
      parser.on(limit, () => rejectRequest('Send one picture'))
    parser.on('error', rejectUpload)
    parser.on('close', resolve)
    finished(request, { writable: false }, (cause) => cause && rejectUpload(cause)) // also when it was aborted earlier
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

function createMultipartParser(request: IncomingMessage, { maxBytes }: UploadFileLimits): busboy.Busboy {
  if (!/^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '')) throw new DomainError('unsupported_type')
  try {
    return busboy({
      headers: request.headers,
      // busboy reports a file of exactly `fileSize` bytes as truncated
      limits: {
        fileSize: maxBytes + 1,
        files: 1,
        fields: MAX_FIELDS,
        parts: MAX_FIELDS + 1,
        fieldSize: 1_000,
        fieldNameSize: 100,
        headerPairs: 20,
      },
    })
  } catch (cause) {
    throw new DomainError('malformed_body', { cause })
  }
}
