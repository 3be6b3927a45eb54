import { isOutage } from '@meadow/service'
import { isMongoOutage } from './mongo/mongo-outage.ts'
import { isPostgresOutage } from './postgres/postgres-outage.ts'

/** Returns true if an error, or one of its causes, is an outage of the network, PostgreSQL or MongoDB. */
export const isStoreOutage = (error: unknown): boolean =>
  isOutage(error, (cause) => isPostgresOutage(cause) || isMongoOutage(cause))
