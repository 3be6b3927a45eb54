import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { stringify } from 'yaml'
import type { Manifest } from '../src/manifest.ts'
import { renderKustomization } from '../src/render-kustomization.ts'
import { renderFolders, toKubernetesPath } from './fixtures.ts'

const SERVICES = ['auth', 'social', 'posts', 'notify', 'chat']
const FRONTENDS = ['shell', 'feed', 'profile', 'chat']
/** Each base with the name of its objects. */
const BASES = [
  ['base/gateway', 'gateway'],
  ...SERVICES.map((name) => [`base/${name}`, name]),
  ...FRONTENDS.map((name) => [`base/frontends/${name}`, `frontend-${name}`]),
] as [folder: string, name: string][]
const JOBS = [
  ...SERVICES.map((name) => [`base/${name}/migration`, `${name}-migration`]),
  ['base/engine-access', 'engine-access'],
  ['base/reconcile', 'reconcile'],
] as [folder: string, name: string][]

/** Components that may be added to any base. */
const GENERAL_COMPONENTS = [
  'exports',
  'invite-only',
  'kafka/clients',
  'keda',
  'link-previews',
  'mail',
  'members-only',
  'mongodb/clients',
  'monitoring/clients',
  'oauth/github',
  'oauth/google',
  'postgresql/clients',
  'redis/clients',
  's3/clients',
]
const SECRETS = 'external-secrets'
/** Components with objects of the gateway. */
const GATEWAY_COMPONENTS = ['ingress', 'public-gateway', 'tls']
/** Components of a whole product, of engines, and the one that every base includes. */
const OTHER_COMPONENTS = [
  ...['operated', 'operated/engines', 'operated/migrations', SECRETS, `${SECRETS}/migrations`],
  ...['kafka', 'mongodb', 'postgresql', 'redis', 's3'],
  'process',
]

/** Renders a base with components, as the kustomization of another team does. */
async function renderComposition(base: string, components: readonly string[]): Promise<Manifest[]> {
  const dir = await mkdtemp(join(tmpdir(), 'meadow-composition-'))
  const toPath = (folder: string) => relative(dir, toKubernetesPath(folder))
  const kustomization = {
    apiVersion: 'kustomize.config.k8s.io/v1beta1',
    kind: 'Kustomization',
    resources: [toPath(base)],
    components: components.map((component) => toPath(`components/${component}`)),
  }
  try {
    await writeFile(join(dir, 'kustomization.yaml'), stringify(kustomization))
    return await renderKustomization(dir)
  } finally {
    await rm(dir, { recursive: true })
  }
}

/** The objects of the public address belong to the gateway, the only base that has them. */
const isPublicAddress = (name: string) => /^meadow(-redirect)?$/.test(name)

const toId = ({ apiVersion, kind, metadata }: Manifest) => `${apiVersion} ${kind} ${metadata.name}`
const listNames = (manifests: readonly Manifest[]) => [...new Set(manifests.map(({ metadata }) => metadata.name))]
const listShared = (some: readonly Manifest[], others: readonly Manifest[]) => {
  const ids = new Set(others.map(toId))
  return some.map(toId).filter((id) => ids.has(id))
}

describe('components', () => {
  it('are all known to this test', async () => {
    const files = await readdir(toKubernetesPath('components'), { recursive: true })
    const found = files
      .filter((file) => file.endsWith('/kustomization.yaml'))
      .map((file) => file.replace(/\/[^/]+$/, ''))
    const ofSecrets = [...SERVICES, ...JOBS.map(([, name]) => name)].map((name) => `${SECRETS}/${name}`)
    const known = [...GENERAL_COMPONENTS, ...GATEWAY_COMPONENTS, ...OTHER_COMPONENTS, ...ofSecrets]
    expect(found.toSorted()).toEqual(known.toSorted())
  })
})

describe.each([...BASES, ...JOBS])('%s', (base, name) => {
  const components = [
    ...GENERAL_COMPONENTS,
    ...(name === 'gateway' ? GATEWAY_COMPONENTS : []),
    ...(name === 'gateway' || name.startsWith('frontend-') ? [] : [`${SECRETS}/${name}`]),
  ]

  it('with any component has objects of its own only', async () => {
    const others: string[] = []
    for (const component of components)
      for (const other of listNames(await renderComposition(base, [component])))
        if (other !== name && !isPublicAddress(other)) others.push(`${component}: ${other}`)
    expect(others).toEqual([])
  })

  it('with all its components has at most one object of each kind and name', async () => {
    const ids = (await renderComposition(base, components)).map(toId)
    expect(ids).toEqual([...new Set(ids)])
  })
})

describe('the product and its migrations', () => {
  it.each(['local', 'staging', 'production'])('share no object in the overlay %s', async (overlay) => {
    const product = await renderFolders(`overlays/${overlay}`)
    const migrations = await renderFolders(`overlays/${overlay}/migrations`)
    expect(listShared(migrations, product)).toEqual([])
  })

  it.each(SERVICES)('share no object if %s is deployed by itself', async (service) => {
    const product = await renderComposition(`base/${service}`, [...GENERAL_COMPONENTS, `${SECRETS}/${service}`])
    const job = `${service}-migration`
    const migration = await renderComposition(`base/${service}/migration`, [...GENERAL_COMPONENTS, `${SECRETS}/${job}`])
    expect(listShared(migration, product)).toEqual([])
  })
})
