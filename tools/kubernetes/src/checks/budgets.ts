import { TOPIC_PARTITIONS, type Topic } from '@meadow/contracts'
import { CONSUMED_TOPICS } from '../../../../packages/events/src/roles/consumed-topics.ts'
import { listServers, listWorkloads, type Manifest, toTitle, type Workload } from '../manifest.ts'
import { POSTGRES_CONNECTIONS } from '../postgres-connections.ts'
import type { ManifestCheck } from './check.ts'
import { listNetworkConnections } from './network-connections.ts'

/** A Job: a pool of two, and the lock of the migration. */
const MIGRATION_CONNECTIONS = 3
/** For the superuser, backups and operators. */
const RESERVED_CONNECTIONS = 10

/** Finds servers of PostgreSQL with fewer connections than all instances need, while each service is updated. */
export const checkConnectionBudget: ManifestCheck = (manifests) => {
  const connections = listNetworkConnections(manifests)
  // engine-access prepares the bus in each engine, and the shared state only in PostgreSQL
  const hasSharedDatabases = listWorkloads(manifests).some((workload) =>
    workload.spec.template.spec.containers.some(
      ({ env }) => workload.metadata.name === 'engine-access' && env?.some(({ name }) => name === 'STATE_URL_FILE'),
    ),
  )
  return listPostgresServers(manifests).flatMap(({ title, peer, maxConnections }) => {
    const clients = listWorkloads(manifests).filter(({ metadata }) =>
      connections.includes(`${metadata.name} -> ${peer}`),
    )
    const perInstance =
      POSTGRES_CONNECTIONS.store + (hasSharedDatabases ? POSTGRES_CONNECTIONS.bus + POSTGRES_CONNECTIONS.state : 0)
    const needed = clients.map((client) =>
      client.kind === 'Job' ? MIGRATION_CONNECTIONS : perInstance * countInstances(client, manifests),
    )
    const sum = needed.reduce((total, count) => total + count, RESERVED_CONNECTIONS)
    if (clients.length === 0) return [`${title} has no clients`]
    return sum <= maxConnections ? [] : [`${title} allows ${maxConnections} connections, and ${sum} may be needed`]
  })
}

/** Finds services with more instances than partitions, which would not handle events of partitioned topics. */
export const checkConsumerBudget: ManifestCheck = (manifests) =>
  listServers(manifests).flatMap((workload) => {
    const topics: readonly Topic[] = CONSUMED_TOPICS[workload.metadata.name as keyof typeof CONSUMED_TOPICS] ?? []
    // The topic members always has one partition: one instance handles it, and the others serve calls
    const partitions = topics.filter((topic) => topic !== 'members').map((topic) => TOPIC_PARTITIONS[topic])
    const replicas = getMaxReplicas(workload, manifests)
    const fewest = Math.min(...partitions)
    return replicas > fewest ? [`${toTitle(workload)} has up to ${replicas} replicas and ${fewest} partitions`] : []
  })

/** An update adds one pod to a Deployment; a StatefulSet replaces one. */
const countInstances = (workload: Workload, manifests: readonly Manifest[]): number =>
  getMaxReplicas(workload, manifests) + (workload.kind === 'Deployment' ? 1 : 0)

function getMaxReplicas({ metadata, spec }: Workload, manifests: readonly Manifest[]): number {
  const scaler = manifests.find((manifest) => manifest.spec?.scaleTargetRef?.name === metadata.name)
  return scaler?.spec.maxReplicas ?? scaler?.spec.maxReplicaCount ?? spec.replicas ?? 1
}

type PostgresServer = { title: string; peer: string; maxConnections: number }

function listPostgresServers(manifests: readonly Manifest[]): PostgresServer[] {
  const own = listServers(manifests)
    .filter(({ spec }) => spec.template.spec.containers[0]?.image.startsWith('postgres:'))
    .map((workload) => {
      const args = workload.spec.template.spec.containers[0]?.args?.join(' ') ?? ''
      const maxConnections = Number(/max_connections=(\d+)/.exec(args)?.[1] ?? 100)
      return { title: toTitle(workload), peer: `${workload.metadata.name}:5432`, maxConnections }
    })
  const clusters = manifests
    .filter(({ apiVersion, kind }) => apiVersion.startsWith('postgresql.cnpg.io/') && kind === 'Cluster')
    .map((cluster) => ({
      title: toTitle(cluster),
      peer: `${cluster.metadata.namespace}/cnpg.io/cluster=${cluster.metadata.name}:5432`,
      maxConnections: Number(cluster.spec.postgresql.parameters.max_connections),
    }))
  return [...own, ...clusters]
}
