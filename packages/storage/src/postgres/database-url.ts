/** Returns the address of `database` on the server of `url`. A path that `url` already has wins. */
export function toDatabaseUrl(url: string, database: string | undefined): string {
  const address = new URL(url)
  if (database !== undefined && (address.pathname === '' || address.pathname === '/')) address.pathname = `/${database}`
  return address.href
}

/** Returns the name of the database in `url`. */
export const readDatabaseName = (url: string): string => decodeURIComponent(new URL(url).pathname.slice(1))

/** Returns the address of the database `postgres`, which every server has. */
export function toMaintenanceUrl(url: string): string {
  const address = new URL(url)
  address.pathname = '/postgres'
  return address.href
}
