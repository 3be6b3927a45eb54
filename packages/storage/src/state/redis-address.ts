import type { RedisOptions } from 'ioredis'

/** Where a Redis is, and what all names in it begin with. */
export type RedisAddress = { server: RedisOptions; prefix: string }

/**
 * Reads `redis://[[user]:password@]host[:port][/database][?prefix=…]`; `rediss:` is the same by TLS. Installations that
 * share a Redis differ by their `prefix`: messages know no database.
 */
export function readRedisUrl(url: string): RedisAddress {
  const { protocol, hostname, port, username, password, pathname, searchParams } = new URL(url)
  const db = Number(pathname.slice(1))
  if (!Number.isInteger(db)) throw new Error('The path of the address of a Redis is the number of a database')
  return {
    server: {
      host: hostname.replace(/^\[(.*)\]$/, '$1') || '127.0.0.1',
      port: Number(port || 6379),
      db,
      ...(username && { username: decodeURIComponent(username) }),
      ...(password && { password: decodeURIComponent(password) }),
      ...(protocol === 'rediss:' && { tls: {} }),
    },
    prefix: `${searchParams.get('prefix') ?? 'meadow'}:`,
  }
}
