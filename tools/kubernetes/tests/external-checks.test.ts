import { expect, it, jest } from '@jest/globals'
import { describeOnEachEngine } from '@meadow/testing'
import { listSchemaErrors, listScores } from '../src/external-checks.ts'
import type { Manifest } from '../src/manifest.ts'
import { kubeconform, kubeScore } from '../src/programs.ts'
import { createStrictSchemas } from '../src/schemas/strict-schemas.ts'
import { findManifest, findWorkload, getContainer, renderFolders } from './fixtures.ts'

jest.setTimeout(1_200_000) // may build the programs from source

/** Programs are built with the tests on engines only: that takes minutes. */
const areBuilt = Boolean(process.env['TEST_ENGINES'])

const TITLES = { cpu: 'CPU', memory: 'Memory', 'ephemeral-storage': 'Ephemeral Storage' } as const
const OVERLAYS = ['local', 'staging', 'production']
const FOLDERS = ['', '/migrations', '/engines']

/** JSON is YAML of every version: `off` would be a boolean for some. */
const toText = (manifests: readonly Manifest[]) => manifests.map((manifest) => JSON.stringify(manifest)).join('\n---\n')
/** The folder `engines` of the local overlay is a part of the overlay. */
const renderOverlay = (overlay: string) =>
  renderFolders(...FOLDERS.slice(0, overlay === 'local' ? 2 : 3).map((folder) => `overlays/${overlay}${folder}`))

const postsOf = (manifests: readonly Manifest[]) => getContainer(findWorkload(manifests, 'Deployment', 'posts'))
const removeResource = (manifests: readonly Manifest[], kind: 'requests' | 'limits', name: string) =>
  Object.assign(postsOf(manifests).resources ?? {}, {
    [kind]: { ...postsOf(manifests).resources?.[kind], [name]: undefined },
  })

/** Defects of the local overlay that no check of ours finds, because kube-score does, and a part of each finding. */
const BAD_CONTROLS: { defect: string; change: (manifests: Manifest[]) => void; findings: string[] }[] = [
  {
    defect: 'a privileged container',
    change: (all) => Object.assign(postsOf(all).securityContext ?? {}, { privileged: true }),
    findings: ['(posts) The container is privileged'],
  },
  {
    defect: 'a root file system that can be written',
    change: (all) => delete postsOf(all).securityContext?.readOnlyRootFilesystem,
    findings: ['(posts) The pod has a container with a writable root filesystem'],
  },
  ...(['cpu', 'memory', 'ephemeral-storage'] as const).flatMap((name) =>
    (['requests', 'limits'] as const).map((kind) => ({
      defect: `a container without ${kind} of ${name}`,
      change: (all: Manifest[]) => removeResource(all, kind, name),
      findings: [`(posts) ${TITLES[name]} ${kind.slice(0, -1)} is not set`],
    })),
  ),
  {
    defect: 'a container without a readiness probe',
    change: (all) => delete postsOf(all).readinessProbe,
    findings: ['Container is missing a readinessProbe'],
  },
  {
    defect: 'an image without a version',
    change: (all) => Object.assign(postsOf(all), { image: 'localhost/meadow/posts' }),
    findings: ['(posts) Image with latest tag'],
  },
  {
    defect: 'the version latest',
    change: (all) => Object.assign(postsOf(all), { image: 'localhost/meadow/posts:latest' }),
    findings: ['(posts) Image with latest tag'],
  },
  {
    defect: 'a server without a disruption budget',
    change: (all) => void all.splice(all.indexOf(findManifest(all, 'PodDisruptionBudget', 'posts')), 1),
    findings: ['No matching PodDisruptionBudget was found'],
  },
  {
    defect: 'a StatefulSet without a disruption budget',
    change: (all) => void all.splice(all.indexOf(findManifest(all, 'PodDisruptionBudget', 'chat')), 1),
    findings: ['No matching PodDisruptionBudget was found'],
  },
]

describeOnEachEngine({ kubeconform: areBuilt && kubeconform.isAvailable() ? kubeconform.build : undefined }, (open) => {
  it.each(OVERLAYS)('accepts the overlay %s', async (overlay) => {
    await open()
    expect(await listSchemaErrors(toText(await renderOverlay(overlay)))).toEqual([])
  })

  it('refuses a misspelt field and a wrong type', async () => {
    await open()
    const manifests = await renderOverlay('local')
    Object.assign(getContainer(findWorkload(manifests, 'Deployment', 'posts')), { livenesProbe: {} })
    Object.assign(findManifest(manifests, 'Service', 'posts').spec, { selector: 'posts' })
    expect((await listSchemaErrors(toText(manifests))).map((error) => error.split(':')[0]).toSorted()).toEqual([
      'Deployment posts',
      'Service posts',
    ])
  })

  it('refuses a misspelt field of an operator', async () => {
    await open()
    const manifests = await renderOverlay('production')
    Object.assign(findManifest(manifests, 'ScaledObject', 'posts').spec, { maxReplicas: 3 })
    Object.assign(findManifest(manifests, 'Kafka', 'kafka').spec.kafka, { zookeeper: {} })
    expect(await listSchemaErrors(toText(manifests))).toEqual([
      expect.stringContaining('ScaledObject posts'),
      expect.stringContaining('Kafka kafka'),
    ])
  })

  it('refuses a Kafka of the API that Strimzi 1.0 removed', async () => {
    await open()
    const kafka = findManifest(await renderOverlay('production'), 'Kafka', 'kafka')
    Object.assign(kafka, { apiVersion: 'kafka.strimzi.io/v1beta2' })
    expect(await listSchemaErrors(toText([kafka]))).toEqual([expect.stringContaining('Kafka kafka')])
  })
})

describeOnEachEngine({ 'kube-score': areBuilt && kubeScore.isAvailable() ? kubeScore.build : undefined }, (open) => {
  it.each(OVERLAYS)('finds nothing in the overlay %s', async (overlay) => {
    await open()
    expect(await listScores(toText(await renderOverlay(overlay)))).toEqual([])
  })

  it('finds nothing in the Job that reconciles, whose version another kustomization chooses', async () => {
    await open()
    const findings = await listScores(toText(await renderFolders('base/reconcile')))
    expect(findings).toEqual([expect.stringContaining('Image with latest tag')])
  })

  it.each(BAD_CONTROLS)('finds $defect', async ({ change, findings }) => {
    await open()
    const manifests = await renderOverlay('local')
    change(manifests)
    expect(await listScores(toText(manifests))).toEqual(findings.map((text) => expect.stringContaining(text)))
  })
})

it('creates schemas that accept listed fields only, unless a field may have any content', () => {
  const kind = { group: 'apps', version: 'v1', kind: 'Thing' }
  const document = {
    components: {
      schemas: {
        'apps.v1.Thing': {
          'x-kubernetes-group-version-kind': [kind],
          description: 'left out',
          type: 'object',
          properties: {
            spec: { allOf: [{ $ref: '#/components/schemas/apps.v1.Spec' }] },
            description: { type: 'string' },
            labels: { type: 'object', additionalProperties: { type: 'string' } },
          },
        },
        'apps.v1.Spec': { type: 'object', properties: {}, 'x-kubernetes-preserve-unknown-fields': true },
        'apps.v1.Unused': { 'x-kubernetes-group-version-kind': [{ ...kind, kind: 'Unused' }] },
      },
    },
  }
  expect(createStrictSchemas([document], (used) => used.kind === 'Thing')).toEqual({
    'apps/thing_v1': {
      $ref: '#/definitions/apps.v1.Thing',
      definitions: {
        'apps.v1.Thing': {
          type: 'object',
          properties: {
            spec: { allOf: [{ $ref: '#/definitions/apps.v1.Spec' }] },
            description: { type: 'string' },
            labels: { type: 'object', additionalProperties: { type: 'string' } },
          },
          additionalProperties: false,
        },
        'apps.v1.Spec': { type: 'object', properties: {}, 'x-kubernetes-preserve-unknown-fields': true },
      },
    },
  })
})
