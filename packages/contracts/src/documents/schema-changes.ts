/** The keywords of JSON Schema that the documents use. */
export type JsonSchema = {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  allOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
  items?: JsonSchema
  [keyword: string]: unknown
}

/**
 * The use of a schema by clients of the older document: they send data, read data, or both. Both applies to events: older
 * services read newer events, and newer services read older events.
 */
export type SchemaUsage = 'sent' | 'read' | 'both'

export type SchemaComparison = {
  before: JsonSchema
  after: JsonSchema
  usage: SchemaUsage
  at: string
  resolve: ResolveRefs
}
export type ResolveRefs = { before: (ref: string) => JsonSchema; after: (ref: string) => JsonSchema }

const MAXIMUM_KEYWORDS = ['maximum', 'maxLength', 'maxItems']
const MINIMUM_KEYWORDS = ['minimum', 'minLength', 'minItems']

/** Finds the changes of a schema that break clients of the older version, one line each. */
export function findBreakingSchemaChanges(unresolved: SchemaComparison): string[] {
  const before = resolveRef(unresolved.before, unresolved.resolve.before)
  const after = resolveRef(unresolved.after, unresolved.resolve.after)
  const comparison = { ...unresolved, before, after }
  if (hasAlternatives(before) || hasAlternatives(after)) return findAlternativeChanges(comparison)
  if (before.type !== after.type) return [`${comparison.at}: its type was ${before.type} and is ${after.type}`]
  return [...findValueChanges(comparison), ...findFieldChanges(comparison), ...findNestedChanges(comparison)]
}

function resolveRef(schema: JsonSchema, resolve: (ref: string) => JsonSchema): JsonSchema {
  return schema.$ref === undefined ? schema : resolveRef(resolve(schema.$ref), resolve)
}

const hasAlternatives = ({ anyOf, type }: JsonSchema) => anyOf !== undefined || Array.isArray(type)

function listAlternatives(schema: JsonSchema): JsonSchema[] {
  return schema.anyOf ?? (Array.isArray(schema.type) ? schema.type.map((type) => ({ ...schema, type })) : [schema])
}

/** Checks that each alternative that clients send is still accepted, and each that they read was known before. */
function findAlternativeChanges(comparison: SchemaComparison): string[] {
  const { before, after, usage, at } = comparison
  const [oldValues, newValues] = [listAlternatives(before), listAlternatives(after)]
  const isCompatible = (one: JsonSchema, other: JsonSchema) =>
    findBreakingSchemaChanges({ ...comparison, before: one, after: other }).length === 0
  const removed = oldValues.filter((one) => !newValues.some((other) => isCompatible(one, other)))
  const unknown =
    usage === 'sent' ? [] : newValues.filter((other) => !oldValues.some((one) => isCompatible(one, other)))
  return [
    ...removed.map((one) => `${at}: the alternative ${JSON.stringify(one)} was removed or changed`),
    ...(removed.length > 0 ? [] : unknown.map((one) => `${at}: the alternative ${JSON.stringify(one)} was added`)),
  ]
}

/** Checks that no value is removed, and that no bound of sent data becomes tighter. */
function findValueChanges({ before, after, usage, at }: SchemaComparison): string[] {
  const [oldValues, newValues] = [getAllowedValues(before), getAllowedValues(after)]
  const removed = newValues ? (oldValues ?? ['any value']).filter((value) => !newValues.includes(value)) : []
  const changes = removed.map((value) => `${at}: ${JSON.stringify(value)} was removed`)
  if (usage === 'read') return changes
  for (const key of [...MAXIMUM_KEYWORDS, ...MINIMUM_KEYWORDS]) {
    const [was, is] = [before[key] as number | undefined, after[key] as number | undefined]
    const isTighter = is !== undefined && (was === undefined || (MAXIMUM_KEYWORDS.includes(key) ? is < was : is > was))
    if (isTighter) changes.push(`${at}: ${key} was ${was ?? 'not set'} and is ${is}`)
  }
  for (const key of ['pattern', 'format', 'allOf']) {
    const [was, is] = [before[key], after[key]].map((value) => JSON.stringify(value))
    if (is !== undefined && was !== is) changes.push(`${at}: ${key} was ${was ?? 'not set'} and is ${is}`)
  }
  return changes
}

const getAllowedValues = (schema: JsonSchema): unknown[] | undefined =>
  'const' in schema ? [schema.const] : schema.enum

function findFieldChanges({ before, after, usage, at }: SchemaComparison): string[] {
  const removed = Object.keys(before.properties ?? {}).filter((name) => !after.properties?.[name])
  const [oldValues, newValues] = [before.required ?? [], after.required ?? []]
  const newlyRequired = usage === 'read' ? [] : newValues.filter((name) => !oldValues.includes(name))
  const newlyOptional =
    usage === 'sent' ? [] : oldValues.filter((name) => !newValues.includes(name) && !removed.includes(name))
  return [
    ...removed.map((name) => `${at}.${name} was removed`),
    ...newlyRequired.map((name) => `${at}.${name} was missing or optional and is now required`),
    ...newlyOptional.map((name) => `${at}.${name} was always present and is now optional`),
  ]
}

function findNestedChanges(comparison: SchemaComparison): string[] {
  const { before, after, at } = comparison
  const pairs = Object.entries(before.properties ?? {}).map(
    ([name, was]) => [`${at}.${name}`, was, after.properties?.[name]] as const,
  )
  const nested = [
    ...pairs,
    [`${at}[]`, before.items, after.items] as const,
    [`${at}.*`, getRecordSchema(before), getRecordSchema(after)] as const,
  ]
  return nested.flatMap(([at, was, is]) =>
    was && is ? findBreakingSchemaChanges({ ...comparison, before: was, after: is, at }) : [],
  )
}

const getRecordSchema = ({ additionalProperties }: JsonSchema) =>
  typeof additionalProperties === 'object' ? additionalProperties : undefined
