import { mkdtemp, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DomainError } from '@meadow/service'
import type * as z from 'zod'
import { removeStaleEntries } from '../remove-stale-entries.ts'
import { type UploadFileLimits, writeMultipartFiles } from './multipart.ts'

export type ReceivedPicture<Fields> = {
  fields: Fields
  /** The path of the first temporary file, which exists until this is disposed. */
  file: string
  /** The paths of all temporary files, in the order in which they were sent. */
  files: readonly string[]
  [Symbol.asyncDispose](): Promise<void>
}

export type ReceivePictureOptions<Fields extends z.ZodType> = {
  fields: Fields
  limits: UploadFileLimits
  /** The name of the parts with a file. @default file */
  name?: string
  /** The word for the file in messages about it. @default picture */
  noun?: string
  /** The names of form fields that are lists. */
  repeatedFields?: readonly string[]
}

const UPLOAD_FOLDER_PREFIX = 'meadow-upload-'

/**
 * Streams the files of a multipart request, the parts `name`, into temporary files and parses the form fields by `fields`.
 * Removes the temporary files when it throws; the caller disposes the result.
 * @throws unsupported_type | malformed_body | upload_failed | too_large | invalid_request
 */
export async function receivePicture<Fields extends z.ZodType>(
  request: IncomingMessage,
  { fields: schema, limits, name = 'file', noun = 'picture', repeatedFields = [] }: ReceivePictureOptions<Fields>,
): Promise<ReceivedPicture<z.output<Fields>>> {
  const folder = await mkdtemp(join(tmpdir(), `${UPLOAD_FOLDER_PREFIX}${process.pid}-`))
  const dispose = () => rm(folder, { recursive: true, force: true })
  try {
    const { fields, files } = await writeMultipartFiles(request, folder, { ...limits, name, noun, repeatedFields })
    const [file] = files
    const parsed = schema.safeParse(Object.fromEntries(fields))
    if (!parsed.success) throw toInvalidRequest(parsed.error.issues)
    if (file === undefined) throw toInvalidRequest([{ path: [name], message: `Choose a ${noun}`, code: 'custom' }])
    return { fields: parsed.data, file, files, [Symbol.asyncDispose]: dispose }
  } catch (error) {
    await dispose()
    throw error
  }
}

/** Removes temporary upload files of all processes that were last modified before `before`, by the clock of this machine. */
export const removeStaleUploadFiles = (before: Date): Promise<void> =>
  removeStaleEntries(tmpdir(), UPLOAD_FOLDER_PREFIX, before)

type Issue = { path: readonly PropertyKey[]; message: string; code: string }

function toInvalidRequest(issues: readonly Issue[]): DomainError {
  const mapByField = (pick: (issue: Issue) => string) =>
    Object.fromEntries(issues.toReversed().map((issue) => [issue.path.join('.'), pick(issue)]))
  return new DomainError('invalid_request', {
    fields: mapByField(({ message }) => message),
    fieldCodes: mapByField(({ code }) => code),
  })
}
