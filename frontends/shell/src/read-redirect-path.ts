/** Reads the path to open after sign-in from the location state. Accepts paths of this origin only. */
export function readRedirectPath(state: unknown): string | undefined {
  const next = typeof state === 'object' && state !== null && 'next' in state ? state.next : undefined
  if (typeof next !== 'string' || !/^\/[^/\\]/.test(next)) return undefined
  return new URL(next, location.origin).origin === location.origin ? next : undefined
}
