/**
 * Reads the path to open after sign-in from the location state. Accepts paths of this origin only, and none of a session of
 * another member.
 */
export function readRedirectPath(state: unknown, memberId: string | undefined): string | undefined {
  const { next, memberId: owner = memberId } = (state ?? {}) as { next?: unknown; memberId?: unknown }
  if (owner !== memberId) return undefined
  if (typeof next !== 'string' || !/^\/[^/\\]/.test(next)) return undefined
  return new URL(next, location.origin).origin === location.origin ? next : undefined
}
