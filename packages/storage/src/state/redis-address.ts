import type { RedisOptions } from 'ioredis'

/** The address of a Redis server, and the prefix of all keys and channels. */
export type RedisAddress = { server: RedisOptions; prefix: string }

/**
 * Parses `redis://[[user]:password@]host[:port][/database][?prefix=…]`, or `rediss:` for TLS. Installations that share a
 * Redis need different prefixes, because its channels belong to no database.
 * @throws Error if the path is no database number
 */
export function readRedisUrl(url: string): RedisAddress {
  const { protocol, hostname, port, username, password, pathname, searchParams } = new URL(url)
  const db = Number(pathname.slice(1))
  if (!Number.isInteger(db)) throw new Error('The path of a Redis address must be the number of a database')
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
