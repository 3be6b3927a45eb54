export type SuccessReason = 'login' | 'signup'

/** How somebody came to the success screen, as the guard of sign-in and sign-up says it. */
export function readSuccessReason(state: unknown): SuccessReason | undefined {
  const reason = typeof state === 'object' && state !== null && 'arrived' in state ? state.arrived : undefined
  return reason === 'login' || reason === 'signup' ? reason : undefined
}
