/** The part of JSON Schema that our documents use. */
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
 * Who keeps to a schema that they know from before: those who send what it describes, those who read it, or both (an
 * event is read by services that are older, and events that are older are read by services that are newer).
 */
export type SchemaUsage = 'sent' | 'read' | 'both'

export type SchemaComparison = {
  before: JsonSchema
  after: JsonSchema
  side: SchemaUsage
  at: string
  resolve: ResolveRefs
}
export type ResolveRefs = { before: (ref: string) => JsonSchema; after: (ref: string) => JsonSchema }

const AT_MOST = ['maximum', 'maxLength', 'maxItems']
const AT_LEAST = ['minimum', 'minLength', 'minItems']

/** What breaks for those who know the schema as it was, a sentence each. What may be sent must stay; what is read, too. */
export function findBreakingSchemaChanges(given: SchemaComparison): string[] {
  const before = follow(given.before, given.resolve.before)
  const after = follow(given.after, given.resolve.after)
  const versions = { ...given, before, after }
  if (hasMany(before) || hasMany(after)) return alternativeChanges(versions)
  if (before.type !== after.type) return [`${given.at}: its type was ${before.type} and is ${after.type}`]
  return [...valueChanges(versions), ...fieldChanges(versions), ...innerChanges(versions)]
}

function follow(schema: JsonSchema, resolve: (ref: string) => JsonSchema): JsonSchema {
  return schema.$ref === undefined ? schema : follow(resolve(schema.$ref), resolve)
}

const hasMany = ({ anyOf, type }: JsonSchema) => anyOf !== undefined || Array.isArray(type)

function alternativesOf(schema: JsonSchema): JsonSchema[] {
  return schema.anyOf ?? (Array.isArray(schema.type) ? schema.type.map((type) => ({ ...schema, type })) : [schema])
}

/** Each alternative that could be sent still finds one that takes it; each that is read is one that was known. */
function alternativeChanges(versions: SchemaComparison): string[] {
  const { before, after, side, at } = versions
  const [old, young] = [alternativesOf(before), alternativesOf(after)]
  const isKept = (one: JsonSchema, other: JsonSchema) =>
    findBreakingSchemaChanges({ ...versions, before: one, after: other }).length === 0
  const lost = old.filter((one) => !young.some((other) => isKept(one, other)))
  const unknown = side === 'sent' ? [] : young.filter((other) => !old.some((one) => isKept(one, other)))
  return [
    ...lost.map((one) => `${at}: the alternative ${JSON.stringify(one)} is gone or changed`),
    ...(lost.length > 0 ? [] : unknown.map((one) => `${at}: the alternative ${JSON.stringify(one)} was not there`)),
  ]
}

/** Values may come, none goes; what may be sent is never bounded more tightly. */
function valueChanges({ before, after, side, at }: SchemaComparison): string[] {
  const [old, young] = [valuesOf(before), valuesOf(after)]
  const lost = young ? (old ?? ['any value']).filter((value) => !young.includes(value)) : []
  const changes = lost.map((value) => `${at}: ${JSON.stringify(value)} is gone`)
  if (side === 'read') return changes
  for (const key of [...AT_MOST, ...AT_LEAST]) {
    const [was, is] = [before[key] as number | undefined, after[key] as number | undefined]
    const isTighter = is !== undefined && (was === undefined || (AT_MOST.includes(key) ? is < was : is > was))
    if (isTighter) changes.push(`${at}: ${key} was ${was ?? 'not set'} and is ${is}`)
  }
  for (const key of ['pattern', 'format', 'allOf']) {
    const [was, is] = [before[key], after[key]].map((value) => JSON.stringify(value))
    if (is !== undefined && was !== is) changes.push(`${at}: ${key} was ${was ?? 'not set'} and is ${is}`)
  }
  return changes
}

const valuesOf = (schema: JsonSchema): unknown[] | undefined => ('const' in schema ? [schema.const] : schema.enum)

function fieldChanges({ before, after, side, at }: SchemaComparison): string[] {
  const lost = Object.keys(before.properties ?? {}).filter((name) => !after.properties?.[name])
  const [old, young] = [before.required ?? [], after.required ?? []]
  const demanded = side === 'read' ? [] : young.filter((name) => !old.includes(name))
  const uncertain = side === 'sent' ? [] : old.filter((name) => !young.includes(name) && !lost.includes(name))
  return [
    ...lost.map((name) => `${at}.${name} is gone`),
    ...demanded.map((name) => `${at}.${name} was not there or optional and is required`),
    ...uncertain.map((name) => `${at}.${name} was always there and is optional`),
  ]
}

function innerChanges(versions: SchemaComparison): string[] {
  const { before, after, at } = versions
  const pairs = Object.entries(before.properties ?? {}).map(
    ([name, was]) => [`${at}.${name}`, was, after.properties?.[name]] as const,
  )
  const inner = [
    ...pairs,
    [`${at}[]`, before.items, after.items] as const,
    [`${at}.*`, others(before), others(after)] as const,
  ]
  return inner.flatMap(([at, was, is]) =>
    was && is ? findBreakingSchemaChanges({ ...versions, before: was, after: is, at }) : [],
  )
}

const others = ({ additionalProperties: it }: JsonSchema) => (typeof it === 'object' ? it : undefined)
