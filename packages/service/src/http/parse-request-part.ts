import type * as z from 'zod'
import { DomainError } from '../errors.ts'

/** Words for what a contract left to zod. */
const describeIssue: z.core.$ZodErrorMap = (issue) => {
  if (issue.input === undefined) return 'This is required'
  if (issue.code === 'invalid_type') return `This must be ${withArticle(issue.expected)}`
  if (issue.code === 'invalid_value') return `This must be one of: ${issue.values.join(', ')}`
  return undefined
}

const withArticle = (noun: string) => `${/^[aeio]/.test(noun) ? 'an' : 'a'} ${noun}`

/**
 * What the contract makes of a part of a request; undefined where the contract has no such part.
 * @throws invalid_request with the first problem of each field; a problem of the whole is told as field `part`
 */
export function parseRequestPart(
  part: 'params' | 'query' | 'body' | 'Idempotency-Key',
  schema: z.ZodType | undefined,
  given: unknown,
): unknown {
  if (!schema) return undefined
  const read = schema.safeParse(given, { error: describeIssue })
  if (read.success) return read.data
  const fields: Record<string, string> = Object.create(null)
  const fieldCodes: Record<string, string> = Object.create(null)
  for (const { path, message, code } of read.error.issues) {
    const field = path.length > 0 ? path.join('.') : part
    fields[field] ??= message
    fieldCodes[field] ??= code
  }
  throw new DomainError('invalid_request', { fields, fieldCodes })
}
