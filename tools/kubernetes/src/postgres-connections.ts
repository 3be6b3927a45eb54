import { POSTGRES_POOL_SIZES } from '../../../packages/storage/src/postgres/pool-sizes.ts'

/** The connections that an instance of a service opens at most to PostgreSQL, for each use of it. */
export const POSTGRES_CONNECTIONS = {
  /** The pool of the store, its readiness probe, the session of the relay, and the clock at times. */
  store: POSTGRES_POOL_SIZES.store + 1 + 1 + 1,
  /** The pool of the bus, its probe, and the session that reads. */
  bus: POSTGRES_POOL_SIZES.bus + 1 + 1,
  /** The pool of the shared state, its probe, and the listener. */
  state: POSTGRES_POOL_SIZES.state + 1 + 1,
}
