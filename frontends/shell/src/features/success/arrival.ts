export type Arrival = 'login' | 'signup'

/** How somebody came to the success screen, as the guard of sign-in and sign-up says it. */
export function arrivalFrom(state: unknown): Arrival | undefined {
  const arrived = typeof state === 'object' && state !== null && 'arrived' in state ? state.arrived : undefined
  return arrived === 'login' || arrived === 'signup' ? arrived : undefined
}
