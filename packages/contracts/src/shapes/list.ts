import * as z from 'zod'
import { MAX_PAGE_OFFSET, PAGE_SIZE } from '../limits.ts'

/** Creates the schema of an integer in a query string. The OpenAPI document describes it as an integer. */
const integerParameter = (min: number, max: number, defaultValue: number) =>
  z
    .string()
    .regex(/^\d{1,6}$/, 'Must be a whole number')
    .transform(Number)
    .refine((value) => value >= min && value <= max, `Must be from ${min} to ${max}`)
    .default(defaultValue)
    .meta({
      override: ({ jsonSchema }: { jsonSchema: Record<string, unknown> }) => {
        delete jsonSchema['pattern']
        Object.assign(jsonSchema, { type: 'integer', minimum: min, maximum: max, default: defaultValue })
      },
    })

/** Creates the schema of the query parameter `limit`: the number of entries of a page. */
export const pageLimit = (defaultValue: number) => integerParameter(1, PAGE_SIZE.max, defaultValue)

/** The query parameter `cursor`: the `nextCursor` of the preceding response. It is opaque to the caller. */
export const Cursor = z.string().max(200)

/** The query parameter `page`: the number of a page, from 1. Its handler also checks `isBeyondMaxPageOffset`. */
export const PageNumber = integerParameter(1, 999_999, 1)

/** Returns true if more than `MAX_PAGE_OFFSET` entries precede a page. */
export const isBeyondMaxPageOffset = (page: number, pageSize: number): boolean =>
  (page - 1) * pageSize > MAX_PAGE_OFFSET
