import type { Logger } from '@meadow/service'
import { toDatabaseUrl } from '@meadow/storage'
import { ensureSharedDatabase, STATE_GRANTS, stateMigrations } from '@meadow/storage/roles'
import { busDatabase } from './bus-database.ts'
import { CONSUMED_TOPICS } from './consumed-topics.ts'
import { ensureKafkaAccess } from './kafka-access.ts'

/** URLs of the bus and of the shared state, with an administrator's credentials. */
export type AdministratorUrls = { busUrl: string; stateUrl?: string | undefined }

/**
 * Prepares the engines that services share, and gives each service its rights: in Kafka as the principal `<service>`, in
 * PostgreSQL as the role `meadow_<service>`, which must exist. A shared state in Redis needs nothing. May be repeated.
 */
export async function ensureEngineAccess({ busUrl, stateUrl }: AdministratorUrls, log: Logger): Promise<void> {
  const roles = Object.keys(CONSUMED_TOPICS).map((service) => `meadow_${service}`)
  if (isPostgresUrl(busUrl)) await ensureSharedDatabase(toDatabaseUrl(busUrl, 'meadow_bus'), { ...busDatabase, roles })
  else await ensureKafkaAccess(busUrl, log)
  const stateDatabase = { migrations: stateMigrations, grants: STATE_GRANTS, roles }
  if (stateUrl && isPostgresUrl(stateUrl))
    await ensureSharedDatabase(toDatabaseUrl(stateUrl, 'meadow_state'), stateDatabase)
}

const isPostgresUrl = (url: string): boolean => /^postgres(?:ql)?:/.test(url)
