import * as z from 'zod'
import { CLIENT_KEY_PATTERN, MAX_LANGUAGE_TAG_LENGTH } from './limits.ts'
import { hasInvisibleCharacter, isSingleLine, trimLine, trimText } from './visible-text.ts'

/**
 * Creates a schema of a string of a caller. A longer one is refused before any further check: zod runs the checks after a
 * failed one, and a pattern over a long text can block a process. All strings of requests begin with it.
 */
export const boundedString = (maxLength: number, message = `At most ${maxLength} characters`) =>
  z.string().max(maxLength, { error: message, abort: true })

/** Creates a schema of text that every engine can store: well-formed Unicode (no lone surrogates) without NUL. */
export const text = (maxLength: number, message?: string) => boundedString(maxLength, message).refine(...STORABLE)

/**
 * Creates a schema of text of one or more lines, stored as `trimText` returns it: '' if nothing in it is visible, so that
 * `.min(1)` requires something to read. Only the rest counts for its length.
 */
export const trimmedText = (maxLength: number, message = `At most ${maxLength} characters`) =>
  z
    .string()
    .overwrite(trimText)
    .max(maxLength, { error: message, abort: true })
    .refine(...STORABLE)

/** Creates a schema like `trimmedText` for one line, which has no control characters and no controls of its direction. */
export const lineText = (maxLength: number, message = `At most ${maxLength} characters`) =>
  z
    .string()
    .overwrite(trimLine)
    .max(maxLength, { error: message, abort: true })
    .refine(...STORABLE)
    .refine(isSingleLine, 'Write this on one line, without control characters')

/** Creates a schema of an identifier that is typed: one line without any invisible character, such as an e-mail address. */
export const visibleLine = (maxLength: number, message: string) =>
  lineText(maxLength, message).refine((value) => !hasInvisibleCharacter(value), message)

const STORABLE = [
  (value: string) => value.isWellFormed() && !value.includes('\0'),
  'Contains characters that cannot be stored',
] as const

/** A UUID in lower case. */
export const Id = boundedString(36, 'Not an id').check(z.uuid('Not an id')).lowercase('Not an id')

/** A time in ISO 8601 and UTC, as written by `Date.toISOString`. */
export const Timestamp = boundedString(32, 'Not a time').check(z.iso.datetime())

/** Returns the canonical form of a language tag of BCP 47 (`PT-br` is `pt-BR`); undefined for anything else. */
function toLanguageTag(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0]
  } catch {
    return undefined
  }
}

/** A language tag of BCP 47, in its canonical form. */
export const LanguageTag = boundedString(MAX_LANGUAGE_TAG_LENGTH, 'Not a language')
  .overwrite((tag) => toLanguageTag(tag) ?? tag)
  .refine((tag) => toLanguageTag(tag) === tag, 'Not a language')

/** A date without a time, such as `1990-04-23`. */
export const Day = boundedString(10, 'Not a date').check(z.iso.date('Not a date'))

/** The header `Idempotency-Key`. */
export const ClientKeyHeader = boundedString(100, 'This must have 1 to 100 printable ASCII characters').regex(
  CLIENT_KEY_PATTERN,
  'This must have 1 to 100 printable ASCII characters',
)

export const Count = z.int().nonnegative()

/** Creates a form field with a number that its sender claims. A larger one counts as `max`. */
export const claimedNumber = (max: number) =>
  boundedString(10, 'Must be a number')
    .regex(/^\d+(\.\d+)?$/, 'Must be a number')
    .transform((value) => Math.min(Number(value), max))
