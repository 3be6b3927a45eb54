import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { stringify } from 'yaml'
import { checkManifests } from '../src/check-manifests.ts'
import { listNetworkConnections } from '../src/checks/network-connections.ts'
import { isOwnWorkload, listServers, listWorkloads } from '../src/manifest.ts'
import { renderKustomization } from '../src/render-kustomization.ts'
import { findWorkload, renderFolders, toKubernetesPath } from './fixtures.ts'

const SERVICES = ['auth', 'social', 'posts', 'notify', 'chat']
const FRONTENDS = ['chat', 'feed', 'profile', 'shell']

/** The folders that make up an installation. */
const OVERLAYS = {
  local: ['overlays/local', 'overlays/local/migrations'],
  staging: ['overlays/staging', 'overlays/staging/migrations', 'overlays/staging/engines'],
  production: ['overlays/production', 'overlays/production/migrations', 'overlays/production/engines'],
}

/** The connections within the product, without DNS and engines. */
const PRODUCT_CONNECTIONS = [
  ...SERVICES.map((service) => `gateway -> ${service}:8080`),
  ...FRONTENDS.map((name) => `gateway -> frontend-${name}:8080`),
  ...['chat', 'notify', 'posts', 'social'].map((service) => `${service} -> auth:8080`),
  'notify -> internet:443', // push services
]
const DNS_CLIENTS = ['gateway', ...SERVICES, ...SERVICES.map((service) => `${service}-migration`), 'engine-access']

const toConnections = (sources: readonly string[], target: string) => sources.map((source) => `${source} -> ${target}`)
const withMigrations = (services: readonly string[]) => services.flatMap((name) => [name, `${name}-migration`])

/** Engines of operators, in a namespace of their own. */
const OPERATED_CONNECTIONS = [
  'meadow-ingress -> gateway:8080',
  'monitoring -> gateway:9090',
  ...SERVICES.map((service) => `monitoring -> ${service}:8080`),
  ...toConnections(withMigrations(['auth', 'social', 'notify']), 'meadow-engines/cnpg.io/cluster=postgres:5432'),
  ...toConnections(withMigrations(['posts', 'chat']), 'meadow-engines/app=mongodb-svc:27017'),
  ...toConnections([...SERVICES, 'engine-access'], 'meadow-engines/strimzi.io/cluster=kafka:9093'),
  ...toConnections(SERVICES, 'meadow-engines/app.kubernetes.io/name=redis:6379'),
  ...toConnections(['posts', 'chat'], 'meadow-engines/app.kubernetes.io/name=s3:7070'),
]

/** The connections to engines, and between the product and the cluster. */
const OTHER_CONNECTIONS = {
  local: ['any -> gateway:8080', ...toConnections([...withMigrations(SERVICES), 'engine-access'], 'postgres:5432')],
  staging: OPERATED_CONNECTIONS,
  production: OPERATED_CONNECTIONS,
}

describe.each(Object.entries(OVERLAYS))('the overlay %s', (name, folders) => {
  it('keeps every rule of the checks', async () => {
    expect(checkManifests(await renderFolders(...folders))).toEqual([])
  })

  it('contains every service and front end, and a migration of each service', async () => {
    const own = listWorkloads(await renderFolders(...folders)).filter(isOwnWorkload)
    const jobs = own.filter(({ kind }) => kind === 'Job').map(({ metadata }) => metadata.name)
    expect(
      listServers(own)
        .map(({ metadata }) => metadata.name)
        .toSorted(),
    ).toEqual(['gateway', ...SERVICES, ...FRONTENDS.map((frontend) => `frontend-${frontend}`)].toSorted())
    expect(jobs).toEqual(expect.arrayContaining(SERVICES.map((service) => `${service}-migration`)))
  })

  it('allows exactly the connections that the product needs', async () => {
    const dns = toConnections(DNS_CLIENTS, 'kube-system/k8s-app=kube-dns:53')
    const engines = await renderFolders(...folders)
    const product = engines.filter(({ metadata }) => metadata.namespace !== 'meadow-engines')
    const expected = [
      ...PRODUCT_CONNECTIONS,
      ...dns,
      ...dns.map((connection) => `${connection}/UDP`),
      ...OTHER_CONNECTIONS[name as keyof typeof OVERLAYS],
    ]
    expect(listNetworkConnections(product)).toEqual(expected.toSorted())
  })
})

describe('a base', () => {
  it.each([
    ...['gateway', ...SERVICES].map((name) => [`base/${name}`]),
    ...FRONTENDS.map((name) => [`base/frontends/${name}`]),
  ])('%s can be applied alone', async (folder) => {
    const manifests = await renderFolders(folder)
    const kinds = manifests.map(({ kind }) => kind)
    expect(kinds.toSorted()).toEqual(
      [
        'HorizontalPodAutoscaler',
        'NetworkPolicy',
        'PodDisruptionBudget',
        'Service',
        'ServiceAccount',
        folder === 'base/chat' ? 'StatefulSet' : 'Deployment',
      ].toSorted(),
    )
    expect(checkManifests(manifests)).toEqual([])
  })

  it('names a registry that does not exist, until a kustomization chooses one', async () => {
    const manifests = await renderFolders('base', 'base/migrations')
    const images = listWorkloads(manifests).flatMap(({ spec }) =>
      spec.template.spec.containers.map(({ image }) => image),
    )
    expect(images.filter((image) => !/^registry\.example\/meadow\/[\w-]+$/.test(image))).toEqual([])
  })

  it('has the Job that reconciles restored stores, with the connections to all of them and to Kafka', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'meadow-reconcile-'))
    try {
      const toPath = (folder: string) => relative(dir, toKubernetesPath(folder))
      const engines = ['postgresql', 'mongodb', 'kafka']
      const kustomization = {
        resources: [toPath('base/reconcile')],
        components: [...engines.map((engine) => `components/${engine}/clients`), 'overlays/production/versions'].map(
          toPath,
        ),
      }
      await writeFile(join(dir, 'kustomization.yaml'), stringify(kustomization))
      const manifests = await renderKustomization(dir)
      expect(checkManifests(manifests)).toEqual([])
      expect(listNetworkConnections(manifests).filter((connection) => connection.includes('meadow-engines'))).toEqual([
        'reconcile -> meadow-engines/app=mongodb-svc:27017',
        'reconcile -> meadow-engines/cnpg.io/cluster=postgres:5432',
        'reconcile -> meadow-engines/strimzi.io/cluster=kafka:9093',
      ])
    } finally {
      await rm(dir, { recursive: true })
    }
  })

  it('takes the kill switch of the service worker from the ConfigMap, which may not have it', async () => {
    const [container] = findWorkload(await renderFolders('base/frontends/shell'), 'Deployment', 'frontend-shell').spec
      .template.spec.containers
    const valueFrom = { configMapKeyRef: { name: 'meadow', key: 'SERVICE_WORKER', optional: true } }
    expect(container?.env).toContainEqual({ name: 'SERVICE_WORKER', valueFrom })
  })

  it('denies everything in its own namespace only, whatever the current one is', async () => {
    const policies = (await renderFolders('base/namespace')).filter(({ kind }) => kind === 'NetworkPolicy')
    expect(policies.map(({ metadata }) => metadata.namespace)).toEqual(['meadow'])
  })

  it('exists for every service of the product', async () => {
    expect(await readdir(toKubernetesPath('base'))).toEqual(
      expect.arrayContaining(['gateway', ...SERVICES, 'frontends']),
    )
    expect(await readdir(toKubernetesPath('base/frontends'))).toEqual(expect.arrayContaining(FRONTENDS))
  })
})
