import { readTlsFiles } from '@meadow/service'
import type { RedisOptions } from 'ioredis'

/** The options of a server, or of the primary that sentinels name; or the nodes of a cluster with the options of each. */
export type RedisServer = RedisOptions & { clusterNodes?: RedisNode[] }
export type RedisNode = { host: string; port: number }

/** The address of a Redis, and the prefix of all keys and channels. */
export type RedisAddress = { server: RedisServer; prefix: string }

/** `URL` cannot parse an address with several hosts. */
const ADDRESS_PATTERN =
  /^redis(?<secure>s?)(?:-(?<kind>sentinel|cluster))?:\/\/(?:(?<username>[^:@/?]*)(?::(?<password>[^@/?]*))?@)?(?<hosts>[^@/?]*)(?:\/(?<database>[^?]*))?(?:\?(?<query>.*))?$/
const DEFAULT_PORTS = { server: 6_379, sentinel: 26_379 }

/** Returns true for the URL of a Redis server, of its sentinels, or of a cluster. */
export const isRedisUrl = (url: string): boolean => /^rediss?(?:-sentinel|-cluster)?:/.test(url)

/**
 * Parses `redis://[[user]:password@]host[:port][/database]`, `redis-sentinel://…` with the hosts of the sentinels and
 * `sentinelMasterId`, or `redis-cluster://…` with some of its nodes; `rediss…` for TLS with the parameters `ca`, `cert` and
 * `key`. Installations that share a Redis need a different `prefix`, because its channels belong to no database.
 * @throws Error, whose message never contains the password
 */
export function readRedisUrl(url: string): RedisAddress {
  const { groups } = ADDRESS_PATTERN.exec(url) ?? {}
  if (!groups) throw new Error('The address of Redis must be redis://[[user]:password@]host[:port][/database]')
  const { secure, kind, username, password, hosts = '', database = '', query = '' } = groups
  const parameters = new URLSearchParams(query)
  const tls = secure ? { tls: { ...readTlsFiles(parameters) } } : {}
  const account = {
    ...(username && { username: decodeURIComponent(username) }),
    ...(password && { password: decodeURIComponent(password) }),
  }
  const nodes = hosts.split(',').map((host) => parseNode(host, kind === 'sentinel' ? 'sentinel' : 'server'))
  const common = { ...account, ...tls }
  const prefix = `${parameters.get('prefix') ?? 'meadow'}:`
  const db = readDatabase(database)
  if (kind === 'sentinel') return { server: { db, ...common, ...readSentinels(nodes, parameters, tls) }, prefix }
  if (kind === 'cluster' && db !== 0) throw new Error('A Redis cluster has only the database 0')
  if (kind === 'cluster') return { server: { ...common, clusterNodes: nodes }, prefix }
  const [node, ...others] = nodes
  if (others.length > 0) throw new Error('Several Redis hosts need redis-sentinel:// or redis-cluster://')
  return { server: { ...node, db, ...common }, prefix }
}

function readDatabase(path: string): number {
  const db = Number(path)
  if (!Number.isInteger(db)) throw new Error('The path of a Redis address must be the number of a database')
  return db
}

function parseNode(text: string, kind: keyof typeof DEFAULT_PORTS): RedisNode {
  const [, ipv6, name, port] = /^(?:\[(.*)\]|([^:]*))(?::(\d+))?$/.exec(text) ?? []
  return { host: ipv6 || name || '127.0.0.1', port: Number(port ?? DEFAULT_PORTS[kind]) }
}

/** The sentinels use TLS if the servers do. Their password is often another one. */
function readSentinels(
  sentinels: RedisNode[],
  parameters: URLSearchParams,
  { tls }: Pick<RedisOptions, 'tls'>,
): RedisOptions {
  const name = parameters.get('sentinelMasterId')
  if (!name) throw new Error('A redis-sentinel address needs the parameter sentinelMasterId')
  const [sentinelUsername, sentinelPassword] = ['sentinelUsername', 'sentinelPassword'].map((key) =>
    parameters.get(key),
  )
  return {
    sentinels,
    name,
    ...(sentinelUsername && { sentinelUsername }),
    ...(sentinelPassword && { sentinelPassword }),
    ...(tls && { sentinelTLS: tls, enableTLSForSentinelMode: true }),
  }
}
