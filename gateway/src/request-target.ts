import { DomainError } from '@meadow/service'
import type { RequestHandler } from 'express'

/** What browsers leave unescaped in a path and in a query; a backslash is not among them. */
const WRITTEN = /^\/[!$-;=?-[\]_a-z|~]*(?:\?[!"$-~]*)?$/

/** Escapes that one reader takes for a separator and the next for a letter: `/`, `\` and NUL. */
const AMBIGUOUS = /%(?:2f|5c|00)/i

/**
 * Whether all who read this request target (we, an upstream, its file system) understand the same path by it: no other
 * host before it, no empty or dot segments in any spelling, no hidden separators.
 */
export function isPlainTarget(target: string): boolean {
  const [path = ''] = target.split('?', 1)
  if (!WRITTEN.test(target) || path.includes('//') || AMBIGUOUS.test(path)) return false
  try {
    return !decodeURIComponent(path)
      .split('/')
      .some((segment) => segment === '.' || segment === '..')
  } catch {
    return false
  }
}

/** Refuses what is not plain instead of guessing what was meant. */
export const refuseUnclearTargets: RequestHandler = (request, _response, next) =>
  next(isPlainTarget(request.url) ? undefined : new DomainError('invalid_request'))
