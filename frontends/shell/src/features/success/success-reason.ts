export type SuccessReason = 'login' | 'signup'

/** Reads from the location state if the visitor has signed in or signed up; undefined otherwise. */
export function readSuccessReason(state: unknown): SuccessReason | undefined {
  const reason = typeof state === 'object' && state !== null && 'reason' in state ? state.reason : undefined
  return reason === 'login' || reason === 'signup' ? reason : undefined
}
