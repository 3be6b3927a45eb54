import * as z from 'zod'

/** Text that every engine can keep: well-formed Unicode (no lone surrogates) without NUL. */
export const text = () =>
  z
    .string()
    .refine((value) => value.isWellFormed() && !value.includes('\0'), 'Contains characters that cannot be stored')

/** An id that we gave: a UUID in its lower-case form. */
export const Id = z.uuid('Not an id').lowercase('Not an id')

/** A moment as ISO 8601 in UTC, as `Date.toISOString` writes it. */
export const Timestamp = z.iso.datetime()

/** A number of things. */
export const Count = z.int().nonnegative()
