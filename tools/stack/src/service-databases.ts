import { createHmac, randomBytes } from 'node:crypto'
import {
  closeServerDatabases,
  ensureOwnedDatabases,
  ensureSharedDatabase,
  STATE_GRANTS,
  stateMigrations,
} from '@meadow/storage/roles'
import { busDatabase } from '../../../packages/events/src/roles/bus-database.ts'
import { CONSUMED_TOPICS } from '../../../packages/events/src/roles/consumed-topics.ts'
import { readOrCreateDataFile } from './data-file.ts'

/** The services that own a database: those that consume events. */
const DATABASE_SERVICES = Object.keys(CONSUMED_TOPICS)

/** URLs with credentials, by variable. */
type ConnectionUrls = Partial<Record<'STORE_URL' | 'BUS_URL' | 'STATE_URL', string>>

/** The URLs by which services reach their engines: as a role of their own, unless a variable names another engine. */
export type ServiceConnections = {
  /** Returns `STORE_URL`, `BUS_URL` and `STATE_URL` of a service. A program without a database gets none. */
  variablesFor(service: string): ConnectionUrls
  /** For tools that act on all services: each store as `<SERVICE>_STORE_URL`, the bus and the shared state as their owner. */
  operatorVariables: { BUS_URL: string; STATE_URL: string }
  /** The shared state as the role of each service, `<SERVICE>_STATE_URL`, for a process that runs several services. */
  stateVariables: Record<string, string>
}

type ServiceDatabasesOptions = {
  dataDir: string
  superuserUrl: string
  /**
   * The environment of `npm start`. `BUS_URL`, `STATE_URL`, `<SERVICE>_STORE_URL` and `<SERVICE>_BUS_URL` take the place of
   * the created databases.
   */
  variables: Record<string, string | undefined>
}

/**
 * Creates a role and a database for each service, and those of the bus and the shared state unless these are on other
 * engines. Ownership of existing databases is transferred to the role. Services reach no other database of the server. The
 * passwords derive from a random secret in the data folder.
 */
export async function openServiceDatabases({
  dataDir,
  superuserUrl,
  variables,
}: ServiceDatabasesOptions): Promise<ServiceConnections> {
  const secret = await readOrCreateDataFile(dataDir, 'database-secret', () => randomBytes(32).toString('base64url'))
  const toRole = (name: string) => ({ name, password: createHmac('sha256', secret).update(name).digest('base64url') })
  const toUrl = (roleName: string, database: string) => {
    const { name: username, password } = toRole(roleName)
    return Object.assign(new URL(superuserUrl), { username, password, pathname: `/${database}` }).href
  }
  const roleNames = DATABASE_SERVICES.map(toRoleName)
  const sharedDatabases = [BUS_DATABASE, STATE_DATABASE].filter(({ variable }) => !variables[variable])
  await ensureOwnedDatabases(superuserUrl, [...roleNames, ...sharedDatabases.map(({ name }) => name)].map(toRole))
  await closeServerDatabases(superuserUrl)
  await Promise.all(
    sharedDatabases.map(({ name, ...options }) =>
      ensureSharedDatabase(toUrl(name, name), { ...options, roles: roleNames }),
    ),
  )

  const toStoreUrl = (service: string) =>
    variables[toStoreVariable(service)] || toUrl(toRoleName(service), toRoleName(service))
  const toStateUrl = (service: string) => variables['STATE_URL'] || toUrl(toRoleName(service), STATE_DATABASE.name)
  return {
    variablesFor(service) {
      if (!DATABASE_SERVICES.includes(service)) return {}
      const ownBusUrl = variables[`${service.toUpperCase()}_BUS_URL`] || variables['BUS_URL']
      return {
        STORE_URL: toStoreUrl(service),
        BUS_URL: ownBusUrl || toUrl(toRoleName(service), BUS_DATABASE.name),
        STATE_URL: toStateUrl(service),
      }
    },
    operatorVariables: {
      BUS_URL: variables['BUS_URL'] || toUrl(BUS_DATABASE.name, BUS_DATABASE.name),
      STATE_URL: variables['STATE_URL'] || toUrl(STATE_DATABASE.name, STATE_DATABASE.name),
      ...Object.fromEntries(DATABASE_SERVICES.map((service) => [toStoreVariable(service), toStoreUrl(service)])),
    },
    stateVariables: Object.fromEntries(
      DATABASE_SERVICES.map((service) => [`${service.toUpperCase()}_STATE_URL`, toStateUrl(service)]),
    ),
  }
}

const BUS_DATABASE = { variable: 'BUS_URL', name: 'meadow_bus', ...busDatabase }
const STATE_DATABASE = {
  variable: 'STATE_URL',
  name: 'meadow_state',
  migrations: stateMigrations,
  grants: STATE_GRANTS,
}

const toRoleName = (service: string) => `meadow_${service}`
const toStoreVariable = (service: string) => `${service.toUpperCase()}_STORE_URL`
