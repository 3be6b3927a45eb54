import { DomainError } from '@meadow/service'
import type { RequestHandler } from 'express'

/** The characters that browsers leave unescaped in a path and in a query. A backslash is not one of them. */
const TARGET_PATTERN = /^\/[!$-;=?-[\]_a-z|~]*(?:\?[!"$-~]*)?$/

/** Escapes that some parsers decode to a separator: `/`, `\` and NUL. */
const AMBIGUOUS_ESCAPES = /%(?:2f|5c|00)/i

const DOT_SEGMENT_PATTERN = /\/\.{1,2}(?:\/|$)/

/**
 * Returns true if all parsers (the gateway, an upstream, its file system) read the same path from this request target: no
 * absolute form, no empty or dot segments, no escaped separators.
 */
export function isUnambiguousTarget(target: string): boolean {
  const [path = ''] = target.split('?', 1)
  if (!TARGET_PATTERN.test(target) || path.includes('//') || AMBIGUOUS_ESCAPES.test(path)) return false
  try {
    return !DOT_SEGMENT_PATTERN.test(path.includes('%') ? decodeURIComponent(path) : path)
  } catch {
    return false
  }
}

/** Refuses ambiguous request targets. They are never normalized. */
export const checkTarget: RequestHandler = (request, _response, next) =>
  next(isUnambiguousTarget(request.url) ? undefined : new DomainError('invalid_request'))
