import * as z from 'zod'
import { PAGE, PAGE_SKIP_MAX } from '../limits.ts'

const whole = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,6}$/, 'Must be a whole number')
    .transform(Number)
    .refine((value) => value >= least && value <= most, `Must be from ${least} to ${most}`)

/** How long a page of a list is. */
export const limit = (usual: number) => whole(1, PAGE.most).default(usual)

/** Where a list goes on: the `nextCursor` of the page before, opaque to the caller. */
export const Cursor = z.string().max(200)

/** A numbered page, from 1; see `PAGE_SKIP_MAX`. */
export const Page = whole(1, 999_999).default(1)

/** Whether `page` skips more rows than a list gives by number. */
export const isTooDeep = (page: number, pageSize: number): boolean => (page - 1) * pageSize > PAGE_SKIP_MAX
