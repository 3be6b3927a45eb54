import { listWorkloads, toTitle } from '../manifest.ts'
import type { ManifestCheck } from './check.ts'
import { listNetworkConnections } from './network-connections.ts'

/** Peers that are everything: no peer, all namespaces, all addresses. */
const UNRESTRICTED_PEERS = ['any', '*', '0.0.0.0/0', '::/0']

/** Finds pods that may connect to everything or to which everything may connect. The gateway is public, on one port. */
export const checkNetworkPolicies: ManifestCheck = (manifests) => {
  const connections = listNetworkConnections(manifests)
  return listWorkloads(manifests).flatMap((workload) => {
    const { name } = workload.metadata
    const open = UNRESTRICTED_PEERS.flatMap((peer) => [`${name} -> ${peer}`, `${peer} -> ${name}`]).flatMap((prefix) =>
      connections.filter((connection) => connection === prefix || connection.startsWith(`${prefix}:`)),
    )
    return open
      .filter((connection) => connection !== 'any -> gateway:8080')
      .map((connection) => `${toTitle(workload)} is not restricted: ${connection}`)
  })
}
