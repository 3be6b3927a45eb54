import type * as z from 'zod'
import { DomainError } from '../errors.ts'

/** Returns the messages for issues to which the contract gives no message of its own. */
const describeIssue: z.core.$ZodErrorMap = (issue) => {
  if (issue.input === undefined) return 'This is required'
  if (issue.code === 'invalid_type') return `This must be ${withArticle(issue.expected)}`
  if (issue.code === 'invalid_value') return `This must be one of: ${issue.values.join(', ')}`
  return undefined
}

const withArticle = (noun: string) => `${/^[aeio]/.test(noun) ? 'an' : 'a'} ${noun}`

/**
 * Parses one part of a request by its schema. Returns undefined if the contract has no such part.
 * @throws invalid_request with the first issue of each field; an issue of the whole part is reported as field `part`
 */
export function parseRequestPart(
  part: 'params' | 'query' | 'body' | 'Idempotency-Key',
  schema: z.ZodType | undefined,
  input: unknown,
): unknown {
  if (!schema) return undefined
  const result = schema.safeParse(input, { error: describeIssue })
  if (result.success) return result.data
  const fields: Record<string, string> = Object.create(null)
  const fieldCodes: Record<string, string> = Object.create(null)
  for (const { path, message, code } of result.error.issues) {
    const field = path.length > 0 ? path.join('.') : part
    fields[field] ??= message
    fieldCodes[field] ??= code
  }
  throw new DomainError('invalid_request', { fields, fieldCodes })
}
