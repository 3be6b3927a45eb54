import {
  type ChangeSafety,
  type ContractChange,
  SAFE,
  type Transport,
  UNSAFE,
  UNSAFE_FOR_OLD_READERS,
  UNSAFE_FOR_OLD_WRITERS,
} from './contract-change.ts'
import { hasAlternatives, listAlternatives, pairAlternatives } from './schema-alternatives.ts'
import type { JsonSchema, SchemaComparison } from './schema-comparison.ts'
import { findLimitChanges } from './schema-limits.ts'

/** Finds the differences between two versions of a schema, each with the versions that it breaks. */
export function findSchemaChanges(unresolved: SchemaComparison): ContractChange[] {
  const before = resolveRef(unresolved.before, unresolved.resolve.before)
  const after = resolveRef(unresolved.after, unresolved.resolve.after)
  const comparison = { ...unresolved, before, after }
  if (hasAlternatives(before) || hasAlternatives(after)) return findAlternativeChanges(comparison)
  const { at, transport } = comparison
  if (before.type !== after.type)
    return [{ text: `${at}: its type was ${before.type} and is ${after.type}`, transport, ...UNSAFE }]
  return [
    ...findValueChanges(comparison),
    ...findLimitChanges(comparison),
    ...findFieldChanges(comparison),
    ...findNestedChanges(comparison),
  ]
}

function resolveRef(schema: JsonSchema, resolve: (ref: string) => JsonSchema): JsonSchema {
  return schema.$ref === undefined ? schema : resolveRef(resolve(schema.$ref), resolve)
}

/** An old page, or a program of somebody else, may wait for a value that no response has any more, such as an error code. */
const SAFETY_OF_REMOVED_VALUE: Record<Transport, ChangeSafety> = {
  event: UNSAFE_FOR_OLD_WRITERS,
  request: UNSAFE_FOR_OLD_WRITERS,
  response: UNSAFE,
}

/** Compares the alternatives of a value, such as a text or null. No reader knows a new alternative. */
function findAlternativeChanges(comparison: SchemaComparison): ContractChange[] {
  const { at, transport, resolve } = comparison
  const before = listAlternatives(comparison.before).map((one) => resolveRef(one, resolve.before))
  const after = listAlternatives(comparison.after).map((one) => resolveRef(one, resolve.after))
  const compare = (one: JsonSchema, other: JsonSchema) =>
    findSchemaChanges({ ...comparison, before: one, after: other })
  const { changed, removed, added } = pairAlternatives(before, after, compare)
  const describe = (schema: JsonSchema) => `${at}: the alternative ${JSON.stringify(schema)}`
  return [
    ...changed,
    ...removed.map((one) => ({
      text: `${describe(one)} was removed`,
      transport,
      ...SAFETY_OF_REMOVED_VALUE[transport],
    })),
    ...added.map((one) => ({ text: `${describe(one)} was added`, transport, ...UNSAFE_FOR_OLD_READERS })),
  ]
}

/** Compares enums and constants. Tolerant readers accept new values of an enum, but of no constant. */
function findValueChanges({ before, after, transport, at }: SchemaComparison): ContractChange[] {
  if ('const' in before || 'const' in after) {
    const isSame = before.const === after.const
    return isSame ? [] : [{ text: `${at}: ${before.const} was replaced by ${after.const}`, transport, ...UNSAFE }]
  }
  const [was, is] = [before.enum, after.enum]
  const change = (text: string, safety: ChangeSafety) => ({ text: `${at}: ${text}`, transport, ...safety })
  const safetyOfNewValues = transport === 'request' ? UNSAFE_FOR_OLD_READERS : SAFE
  if (!was && !is) return []
  if (!is) return [change('every value is now allowed', safetyOfNewValues)]
  if (!was) return [change('only some values are now allowed', UNSAFE_FOR_OLD_WRITERS)]
  const removed = was.filter((value) => !is.includes(value))
  const added = is.filter((value) => !was.includes(value))
  return [
    ...removed.map((value) => change(`${JSON.stringify(value)} was removed`, SAFETY_OF_REMOVED_VALUE[transport])),
    ...added.map((value) => change(`${JSON.stringify(value)} was added`, safetyOfNewValues)),
  ]
}

function findFieldChanges({ before, after, transport, at }: SchemaComparison): ContractChange[] {
  const [was, is] = [getFields(before), getFields(after)]
  const isClosed = before.additionalProperties === false
  const names = new Set([...Object.keys(was.properties), ...Object.keys(is.properties)])
  return [...names].flatMap((name) => {
    const change = (text: string, safety: ChangeSafety) => [{ text: `${at}.${name} ${text}`, transport, ...safety }]
    const [wasRequired, isRequired] = [was.required.includes(name), is.required.includes(name)]
    if (!was.properties[name]) {
      const safety = { isSafeForOldReaders: !isClosed, isSafeForOldWriters: !isRequired }
      return change(isRequired ? 'was added and is required' : 'was added and is optional', safety)
    }
    if (!is.properties[name]) {
      // the receiver of a request would ignore what the sender means
      const safety = { isSafeForOldReaders: !wasRequired, isSafeForOldWriters: transport !== 'request' }
      return change(wasRequired ? 'was removed and was required' : 'was removed and was optional', safety)
    }
    if (wasRequired === isRequired) return []
    return isRequired
      ? change('was optional and is now required', UNSAFE_FOR_OLD_WRITERS)
      : change('was always present and is now optional', UNSAFE_FOR_OLD_READERS)
  })
}

const getFields = ({ properties = {}, required = [] }: JsonSchema) => ({ properties, required })

function findNestedChanges(comparison: SchemaComparison): ContractChange[] {
  const { before, after, at } = comparison
  const nested: (readonly [string, JsonSchema | undefined, JsonSchema | undefined])[] = [
    ...Object.entries(before.properties ?? {}).map(
      ([name, was]) => [`${at}.${name}`, was, after.properties?.[name]] as const,
    ),
    [`${at}[]`, before.items, after.items],
    [`${at}.*`, getRecordSchema(before), getRecordSchema(after)],
  ]
  return nested.flatMap(([path, was, is]) =>
    was && is ? findSchemaChanges({ ...comparison, before: was, after: is, at: path }) : [],
  )
}

const getRecordSchema = ({ additionalProperties }: JsonSchema) =>
  typeof additionalProperties === 'object' ? additionalProperties : undefined
