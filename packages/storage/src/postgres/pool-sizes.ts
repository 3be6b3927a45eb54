/** The connections in the pools of an instance of a service, by what they are for. */
export const POSTGRES_POOL_SIZES = { store: 6, bus: 3, state: 2 } as const
