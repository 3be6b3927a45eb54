import * as z from 'zod'

/** Creates a schema of text that every engine can store: well-formed Unicode (no lone surrogates) without NUL. */
export const text = () =>
  z
    .string()
    .refine((value) => value.isWellFormed() && !value.includes('\0'), 'Contains characters that cannot be stored')

/** A UUID in lower case. */
export const Id = z.uuid('Not an id').lowercase('Not an id')

/** A time in ISO 8601 and UTC, as written by `Date.toISOString`. */
export const Timestamp = z.iso.datetime()

export const Count = z.int().nonnegative()
