import * as z from 'zod'
import { MAX_PAGE_OFFSET, PAGE_SIZE } from '../limits.ts'

/** A whole number in a query, where everything is text; the documents describe the number. */
const integerParameter = (least: number, most: number, usual: number) =>
  z
    .string()
    .regex(/^\d{1,6}$/, 'Must be a whole number')
    .transform(Number)
    .refine((value) => value >= least && value <= most, `Must be from ${least} to ${most}`)
    .default(usual)
    .meta({
      override: ({ jsonSchema }: { jsonSchema: Record<string, unknown> }) => {
        delete jsonSchema['pattern']
        Object.assign(jsonSchema, { type: 'integer', minimum: least, maximum: most, default: usual })
      },
    })

/** How long a page of a list is. */
export const pageLimit = (usual: number) => integerParameter(1, PAGE_SIZE.most, usual)

/** Where a list goes on: the `nextCursor` of the page before, opaque to the caller. */
export const Cursor = z.string().max(200)

/** A numbered page, from 1; see `PAGE_SKIP_MAX`. */
export const PageNumber = integerParameter(1, 999_999, 1)

/** Whether `page` skips more rows than a list gives by number. */
export const isBeyondMaxPageOffset = (page: number, pageSize: number): boolean =>
  (page - 1) * pageSize > MAX_PAGE_OFFSET
