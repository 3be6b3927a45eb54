/** Returns the address of `database` on the server of `url`. A path that `url` already has wins. */
export function toDatabaseUrl(url: string, database: string | undefined): string {
  const address = new URL(url)
  if (database !== undefined && (address.pathname === '' || address.pathname === '/')) address.pathname = `/${database}`
  return address.href
}

/** Returns the name of the database in `url`. */
export const readDatabaseName = (url: string): string => decodeURIComponent(new URL(url).pathname.slice(1))

/** Returns the address of `database` on the server of `url`, whatever its path is. */
export function toServerDatabaseUrl(url: string, database: string): string {
  const address = new URL(url)
  address.pathname = `/${encodeURIComponent(database)}`
  return address.href
}

/** Returns the address of the database `postgres`, which every server has. */
export const toMaintenanceUrl = (url: string): string => toServerDatabaseUrl(url, 'postgres')

/** Returns how long a connection to `url` may take: its `connect_timeout` in seconds, as in libpq, or the default. */
export function readConnectTimeoutMs(url: string, defaultMs: number): number {
  const seconds = Number(new URL(url).searchParams.get('connect_timeout'))
  return seconds > 0 ? seconds * 1_000 : defaultMs
}
