import { expect, it, jest } from '@jest/globals'
import { ensureObtained } from '@meadow/engines'
import { describeOnEachEngine } from '@meadow/testing'
import { onOwnEngine } from '@meadow/testing/engines'
import { listCriticalScores, listSchemaErrors } from '../src/external-checks.ts'
import type { Manifest } from '../src/manifest.ts'
import { kubeconform, kubeScore } from '../src/programs.ts'
import { createStrictSchemas } from '../src/schemas/strict-schemas.ts'
import { findManifest, findWorkload, getContainer, renderFolders } from './fixtures.ts'

jest.setTimeout(1_200_000) // may build the programs from source

const OVERLAYS = ['local', 'staging', 'production']
const FOLDERS = ['', '/migrations', '/engines']

/** JSON is YAML of every version: `off` would be a boolean for some. */
const toText = (manifests: readonly Manifest[]) => manifests.map((manifest) => JSON.stringify(manifest)).join('\n---\n')
/** The folder `engines` of the local overlay is a part of the overlay. */
const renderOverlay = (overlay: string) =>
  renderFolders(...FOLDERS.slice(0, overlay === 'local' ? 2 : 3).map((folder) => `overlays/${overlay}${folder}`))

describeOnEachEngine(
  onOwnEngine(kubeconform, () => ensureObtained(kubeconform, console.error)),
  (open) => {
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
  },
)

describeOnEachEngine(
  onOwnEngine(kubeScore, () => ensureObtained(kubeScore, console.error)),
  (open) => {
    it.each(OVERLAYS)('finds nothing critical in the overlay %s', async (overlay) => {
      await open()
      expect(await listCriticalScores(toText(await renderOverlay(overlay)))).toEqual([])
    })

    it('finds a container without limits', async () => {
      await open()
      const manifests = await renderOverlay('local')
      delete getContainer(findWorkload(manifests, 'Deployment', 'posts')).resources
      expect(await listCriticalScores(toText(manifests))).toEqual(
        expect.arrayContaining([expect.stringContaining('CPU limit is not set')]),
      )
    })
  },
)

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
