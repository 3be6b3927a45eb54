/** The address of `database` on the server of `url`; a path that `url` already has wins. */
export function toDatabaseUrl(url: string, database: string | undefined): string {
  const address = new URL(url)
  if (database !== undefined && (address.pathname === '' || address.pathname === '/')) address.pathname = `/${database}`
  return address.href
}

/** The name of the database that `url` addresses. */
export const readDatabaseName = (url: string): string => decodeURIComponent(new URL(url).pathname.slice(1))

/** The same server, but the database that every server has. */
export function toMaintenanceUrl(url: string): string {
  const address = new URL(url)
  address.pathname = '/postgres'
  return address.href
}
