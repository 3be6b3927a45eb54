import * as z from 'zod'
import { PAGE, PAGE_SKIP_MAX } from '../limits.ts'

/** A whole number in a query, where everything is text; the documents describe the number. */
const whole = (least: number, most: number, usual: number) =>
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
export const limit = (usual: number) => whole(1, PAGE.most, usual)

/** Where a list goes on: the `nextCursor` of the page before, opaque to the caller. */
export const Cursor = z.string().max(200)

/** A numbered page, from 1; see `PAGE_SKIP_MAX`. */
export const Page = whole(1, 999_999, 1)

/** Whether `page` skips more rows than a list gives by number. */
export const isTooDeep = (page: number, pageSize: number): boolean => (page - 1) * pageSize > PAGE_SKIP_MAX
