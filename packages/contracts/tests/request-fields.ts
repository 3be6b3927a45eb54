import type * as z from 'zod'
import { type Call, calls, clientToServerMessages } from '../src/index.ts'
import { ClientKeyHeader } from '../src/text.ts'

/** A schema that parses data of a caller. */
export type RequestSchema = { name: string; schema: z.ZodType }

/** A value inside a request. `path` has the keys from the root of the request; list items have the key 0. */
export type RequestField = { name: string; path: (string | number)[]; schema: z.core.$ZodType }

/** All schemas that parse data of callers: the parts of every call, and the messages of browsers. */
export const requestSchemas: RequestSchema[] = [
  ...Object.entries<Call>(calls).flatMap(([call, { params, query, body }]) =>
    Object.entries({ params, query, body }).flatMap(([part, schema]) =>
      schema ? [{ name: `${call}.${part}`, schema }] : [],
    ),
  ),
  ...Object.entries(clientToServerMessages).map(([message, { payload }]) => ({ name: message, schema: payload })),
  { name: 'Idempotency-Key', schema: ClientKeyHeader },
]

/** Lists the values that a schema accepts at each of its paths, without the objects and lists around them. */
export function listFields({ name, schema }: RequestSchema): RequestField[] {
  return findLeaves(schema, []).map(({ path, schema }) => ({ name: [name, ...path].join('.'), path, schema }))
}

type Leaf = Omit<RequestField, 'name'>

function findLeaves(schema: z.core.$ZodType, path: Leaf['path']): Leaf[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).flatMap(([key, field]) => findLeaves(field, [...path, key]))
    case 'array':
      return findLeaves(def.element, [...path, 0])
    case 'union':
      return def.options.flatMap((option) => findLeaves(option, path))
    case 'pipe':
      return findLeaves(def.in, path)
    case 'optional':
    case 'nullable':
    case 'default':
      return findLeaves(def.innerType, path)
    default:
      return [{ path, schema }]
  }
}

/** Lists all patterns inside a schema. */
export function listPatterns({ schema }: Pick<RequestField, 'schema'>): RegExp[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  const checks = 'checks' in def ? (def.checks ?? []) : []
  return checks.flatMap(({ _zod }) => ('pattern' in _zod.def ? [_zod.def.pattern as RegExp] : []))
}
