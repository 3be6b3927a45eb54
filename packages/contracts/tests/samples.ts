import type * as z from 'zod'
import { Id, Timestamp } from '../src/text.ts'

export type Sample = unknown

/** The differences of a newer writer. */
type NewerWriter = { addField?: boolean; isLong?: boolean; enumValue?: string }

const LONG_LIST_LENGTH = 200

/** Creates a value that matches a schema of an event, with every optional field, as this or a newer version writes it. */
export function createSample(schema: z.core.$ZodType, newer: NewerWriter = {}): Sample {
  const { def } = (schema as z.core.$ZodTypes)._zod
  const create = (inner: z.core.$ZodType) => createSample(inner, newer)
  if (schema === Id) return '0190b5e0-0000-7000-8000-000000000000'
  if (schema === Timestamp) return '2026-03-01T12:00:00.000Z'
  switch (def.type) {
    case 'object': {
      const fields = Object.entries(def.shape).map(([key, field]) => [key, create(field)])
      return Object.fromEntries(newer.addField ? [...fields, ['addedField', { a: 1 }]] : fields)
    }
    case 'array':
      return Array.from({ length: newer.isLong ? LONG_LIST_LENGTH : 1 }, () => create(def.element))
    case 'record':
      return { key: create(def.valueType) }
    case 'union':
      return create(def.options.at(-1) as z.core.$ZodType)
    case 'optional':
    case 'nullable':
      return create(def.innerType)
    case 'enum':
      return newer.enumValue ?? Object.values(def.entries)[0]
    case 'string':
      return newer.isLong ? 'long '.repeat(5_000) : 'text'
    case 'number':
      return 1
    case 'boolean':
      return true
    default:
      throw new Error(`There is no sample of the schema '${def.type}'`)
  }
}
