import { DomainError } from '@meadow/service'

/** Returns true for a text that `findFacets` can have found as a tag. */
const isTag = (tag: string): boolean =>
  /^[\p{L}\p{M}\p{N}_\u00b7\u30fb\u200c\u200d]{1,100}$/u.test(tag) && /\p{L}/u.test(tag)

export const createTagError = (message: string): DomainError =>
  new DomainError('invalid_request', { fields: { tag: message }, fieldCodes: { tag: 'custom' } })

/** Refuses a text that is no tag. @throws invalid_request */
export function requireTag(tag: string): void {
  if (!isTag(tag)) throw createTagError('A tag has letters or digits, and no blanks')
}
