import type { ContractChange } from './contract-change.ts'
import type { JsonSchema } from './schema-comparison.ts'

export const hasAlternatives = ({ anyOf, type }: JsonSchema): boolean => anyOf !== undefined || Array.isArray(type)

/** Lists the alternatives of a value; a schema without alternatives is the only one. */
export const listAlternatives = (schema: JsonSchema): JsonSchema[] =>
  schema.anyOf ?? (Array.isArray(schema.type) ? schema.type.map((type) => ({ ...schema, type })) : [schema])

type AlternativePairs = { changed: ContractChange[]; removed: JsonSchema[]; added: JsonSchema[] }

/**
 * Pairs each alternative of the older version with the most similar one of the newer version: the one with the fewest
 * changes, and the same type. Returns the changes of all pairs, and the alternatives without a partner.
 */
export function pairAlternatives(
  before: readonly JsonSchema[],
  after: readonly JsonSchema[],
  compare: (before: JsonSchema, after: JsonSchema) => ContractChange[],
): AlternativePairs {
  const [removed, added] = [[...before], [...after]]
  const pairs = removed
    .flatMap((one) => added.map((other) => ({ one, other, changes: compare(one, other) })))
    .filter(({ one, other }) => one.type === other.type && one.const === other.const)
    .toSorted((first, second) => first.changes.length - second.changes.length)
  const changed: ContractChange[] = []
  for (const { one, other, changes } of pairs) {
    if (!removed.includes(one) || !added.includes(other)) continue
    removed.splice(removed.indexOf(one), 1)
    added.splice(added.indexOf(other), 1)
    changed.push(...changes)
  }
  return { changed, removed, added }
}
