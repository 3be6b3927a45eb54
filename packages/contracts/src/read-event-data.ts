import type * as z from 'zod'
import type { EventDefinition } from './define-event.ts'
import { toReaderSchema } from './reader-schema.ts'

/** The data of a received event, and the enum values in it that this version does not know, as `path: value`. */
export type EventDataReading = { data: unknown; unknownValues: string[] }

const readerSchemas = new WeakMap<EventDefinition, z.ZodType>()

function getReaderSchema(definition: EventDefinition): z.ZodType {
  const known = readerSchemas.get(definition) ?? toReaderSchema(definition.data)
  readerSchemas.set(definition, known)
  return known
}

/**
 * Reads the data of a received event by the reader's form of its contract.
 * @throws ZodError if it does not match, which no change that `check:documents` admits causes
 */
export function readEventData(definition: EventDefinition, data: unknown): EventDataReading {
  const strict = definition.data.safeParse(data)
  if (strict.success) return { data: strict.data, unknownValues: [] }
  return { data: getReaderSchema(definition).parse(data), unknownValues: listInvalidValues(strict.error.issues, data) }
}

/** Lists the values that the strict form refused, without those that are only too long. `at` is the path of `data`. */
function listInvalidValues(issues: readonly z.core.$ZodIssue[], data: unknown, at = ''): string[] {
  return issues.flatMap((issue) => {
    const path = `${at}${issue.path.join('.')}`
    const value = issue.path.reduce<unknown>((inner, key) => Object(inner)[key], data)
    if (issue.code === 'invalid_union') return listInvalidValues(findClosestAlternative(issue), value, `${path}.`)
    return issue.code === 'invalid_value' ? [`${path}: ${value}`] : []
  })
}

/** Returns the issues of the alternative of a union that has the fields of the data. */
const findClosestAlternative = ({ errors }: z.core.$ZodIssueInvalidUnion) =>
  errors.find((issues) => issues.every(({ code }) => code === 'invalid_value' || code === 'too_big')) ?? []
