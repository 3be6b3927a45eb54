/** Where a visitor wanted to go before signing in: a path of this site, and nothing else. */
export function readRedirectPath(state: unknown): string | undefined {
  const next = typeof state === 'object' && state !== null && 'next' in state ? state.next : undefined
  if (typeof next !== 'string' || !/^\/[^/\\]/.test(next)) return undefined
  return new URL(next, location.origin).origin === location.origin ? next : undefined
}
