import { MAX_PAGE_OFFSET, PAGE_SIZE } from '../limits.ts'
import { boundedString } from '../text.ts'

/** Creates the schema of an integer in a query string. */
const integerParameter = (minimum: number, maximum: number) =>
  boundedString(15, 'Must be a whole number')
    .regex(/^\d+$/, 'Must be a whole number')
    .transform(Number)
    .refine((value) => value >= minimum && value <= maximum, `Must be from ${minimum} to ${maximum}`)
    .meta(describeInteger({ minimum, maximum }))

const integerParameterWithDefault = (minimum: number, maximum: number, defaultValue: number) =>
  integerParameter(minimum, maximum)
    .default(defaultValue)
    .meta(describeInteger({ minimum, maximum, default: defaultValue }))

/** Describes a query parameter as an integer in the OpenAPI document, although it arrives as a string. */
function describeInteger(keywords: { minimum: number; maximum: number; default?: number }) {
  return {
    override: ({ jsonSchema }: { jsonSchema: Record<string, unknown> }) => {
      for (const keyword of ['pattern', 'maxLength']) delete jsonSchema[keyword]
      Object.assign(jsonSchema, { type: 'integer', ...keywords })
    },
  }
}

/** A `rev` in a query string. Databases store it as a signed integer of 32 bits. */
export const RevisionParameter = integerParameter(0, 2 ** 31 - 1)

/** A time in a query string, in epoch milliseconds, up to the year 9999. */
export const TimeParameter = integerParameter(0, Date.UTC(10_000) - 1)

/** Creates the schema of the query parameter `limit`: the number of entries of a page. */
export const pageLimit = (defaultValue: number) => integerParameterWithDefault(1, PAGE_SIZE.max, defaultValue)

/** The query parameter `cursor`: the `nextCursor` of the preceding response. It is opaque to the caller. */
export const Cursor = boundedString(200)

/** The query parameter `page`: the number of a page, from 1. Its handler also checks `isBeyondMaxPageOffset`. */
export const PageNumber = integerParameterWithDefault(1, 999_999, 1)

/** Returns true if more than `MAX_PAGE_OFFSET` entries precede a page. */
export const isBeyondMaxPageOffset = (page: number, pageSize: number): boolean =>
  (page - 1) * pageSize > MAX_PAGE_OFFSET
