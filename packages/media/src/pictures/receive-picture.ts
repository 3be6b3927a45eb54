import { mkdtemp, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DomainError } from '@meadow/service'
import type * as z from 'zod'
import { removeOld } from '../remove-old.ts'
import { storeParts, type UploadLimits } from './received-parts.ts'

export type ReceivedPicture<Fields> = {
  fields: Fields
  /** Where the file lies until this is disposed. */
  file: string
  [Symbol.asyncDispose](): Promise<void>
}

const PREFIX = 'meadow-upload-'

/**
 * Streams the one file of a multipart request, the part `name`, into a temporary file and parses the fields beside it. Nothing is left
 * when it throws, nor when what it answers is disposed.
 * @throws unsupported_type | malformed_body | upload_failed | too_large | invalid_request
 */
export async function receivePicture<Fields extends z.ZodType>(
  request: IncomingMessage,
  { fields: schema, limits, name = 'file' }: { fields: Fields; limits: UploadLimits; name?: string },
): Promise<ReceivedPicture<z.output<Fields>>> {
  const folder = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`))
  const dispose = () => rm(folder, { recursive: true, force: true })
  try {
    const file = join(folder, 'picture')
    const { fields, hasFile } = await storeParts(request, file, { ...limits, name })
    const parsed = schema.safeParse(Object.fromEntries(fields))
    if (!parsed.success) throw invalid(parsed.error.issues)
    if (!hasFile) throw invalid([{ path: [name], message: 'Choose a picture', code: 'custom' }])
    return { fields: parsed.data, file, [Symbol.asyncDispose]: dispose }
  } catch (error) {
    await dispose()
    throw error
  }
}

/** Removes what uploads of any process left that was last written before `before`, by the clock of this machine. */
export const tidyReceived = (before: Date): Promise<void> => removeOld(tmpdir(), PREFIX, before)

type Issue = { path: readonly PropertyKey[]; message: string; code: string }

function invalid(issues: readonly Issue[]): DomainError {
  const by = (pick: (issue: Issue) => string) =>
    Object.fromEntries(issues.toReversed().map((issue) => [issue.path.join('.'), pick(issue)]))
  return new DomainError('invalid_request', { fields: by((i) => i.message), fieldCodes: by((i) => i.code) })
}
