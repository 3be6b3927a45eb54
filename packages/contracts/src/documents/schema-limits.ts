import {
  type ChangeSafety,
  type ContractChange,
  SAFE,
  type Transport,
  UNSAFE,
  UNSAFE_FOR_OLD_READERS,
  UNSAFE_FOR_OLD_WRITERS,
} from './contract-change.ts'
import type { SchemaComparison } from './schema-comparison.ts'

const MAXIMUM_KEYWORDS = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems']
const MINIMUM_KEYWORDS = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems']
/** Keywords whose values have no order: each is present, missing, or another one. */
const FORM_KEYWORDS = ['pattern', 'format', 'allOf']
/** Limits that the readers of a transport do not check. A page checks nothing, but it relies on the format of a text. */
const UNCHECKED_KEYWORDS: Record<Transport, readonly string[]> = {
  request: [],
  event: ['maxLength', 'maxItems'],
  response: [...MAXIMUM_KEYWORDS, ...MINIMUM_KEYWORDS, 'pattern', 'allOf'],
}

/** Keywords that other comparisons handle, and those without a meaning for values. */
const OTHER_KEYWORDS = ['type', 'enum', 'const', 'anyOf', 'properties', 'required', 'additionalProperties', 'items']
const ANNOTATIONS = ['$ref', 'title', 'description', 'default', 'examples', 'deprecated']

/** Compares the limits of a value. A keyword that is not listed here is unsafe, until somebody has thought about it. */
export function findLimitChanges({ before, after, transport, at }: SchemaComparison): ContractChange[] {
  const keywords = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...keywords].flatMap((keyword) => {
    const [was, is] = [before[keyword], after[keyword]]
    if (OTHER_KEYWORDS.includes(keyword) || ANNOTATIONS.includes(keyword)) return []
    if (JSON.stringify(was) === JSON.stringify(is)) return []
    const text = `${at}: ${keyword} was ${describe(was)} and is ${describe(is)}`
    const isUnchecked = UNCHECKED_KEYWORDS[transport].includes(keyword)
    return [{ text, transport, ...(isUnchecked ? SAFE : classifyLimit(keyword, was, is)) }]
  })
}

const describe = (limit: unknown): string => {
  if (limit === undefined) return 'not set'
  return typeof limit === 'object' ? JSON.stringify(limit) : String(limit)
}

/** A wider limit lets pass what old readers refuse; a stricter one refuses what old writers write. */
function classifyLimit(keyword: string, was: unknown, is: unknown): ChangeSafety {
  const isMaximum = MAXIMUM_KEYWORDS.includes(keyword)
  if (!isMaximum && !MINIMUM_KEYWORDS.includes(keyword) && !FORM_KEYWORDS.includes(keyword)) return UNSAFE
  if (was === undefined) return UNSAFE_FOR_OLD_WRITERS
  if (is === undefined) return UNSAFE_FOR_OLD_READERS
  if (FORM_KEYWORDS.includes(keyword)) return UNSAFE
  return Number(is) > Number(was) === isMaximum ? UNSAFE_FOR_OLD_READERS : UNSAFE_FOR_OLD_WRITERS
}
