import * as z from 'zod'

declare const unknownValue: unique symbol

/** A value of an enum that a newer writer knows and this version does not. It may be passed on, and is never acted upon. */
type UnknownValue = string & { readonly [unknownValue]: true }

/** The type of a value that was read: as the writer's form, but every enum may also have a value that this version does not know. */
export type ReaderForm<T> = T extends string
  ? string extends T
    ? T
    : T | UnknownValue
  : T extends object
    ? { [Key in keyof T]: ReaderForm<T[Key]> }
    : T

/**
 * Derives the schema of a tolerant reader from the strict schema of the writer. It accepts new fields, which it removes, longer
 * texts and lists, and new values of an enum. Everything else is as strict as before: types, required fields, ids, times,
 * the limits of numbers, literals, and the alternatives of a union.
 * @throws Error for a kind of schema that no contract of an event uses
 */
export function toReaderSchema(schema: z.core.$ZodType): z.ZodType {
  const { _zod: type } = schema as z.core.$ZodTypes
  switch (type.def.type) {
    case 'object':
      return z.object(Object.fromEntries(Object.entries(type.def.shape).map(([key, of]) => [key, toReaderSchema(of)])))
    case 'array':
      return z.clone(schema as z.ZodArray, {
        ...type.def,
        element: toReaderSchema(type.def.element),
        checks: withoutMaxLength(type.def.checks),
      })
    case 'union':
      return z.union(type.def.options.map(toReaderSchema))
    case 'optional':
      return toReaderSchema(type.def.innerType).optional()
    case 'nullable':
      return toReaderSchema(type.def.innerType).nullable()
    case 'enum':
      return z.string()
    case 'string':
      return z.clone(schema as z.ZodString, { ...type.def, checks: withoutMaxLength(type.def.checks) })
    case 'number':
    case 'boolean':
    case 'literal':
      return schema as z.ZodType
    default:
      throw new Error(`The reader's form of the schema '${type.def.type}' is not defined`)
  }
}

const withoutMaxLength = <Value>(checks: z.core.$ZodCheck<Value>[] = []) =>
  checks.filter(({ _zod }) => _zod.def.check !== 'max_length')
