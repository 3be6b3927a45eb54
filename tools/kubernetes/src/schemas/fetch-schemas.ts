import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { parseAllDocuments } from 'yaml'
import { createStrictSchemas, type OpenApiDocument, type Schema } from './strict-schemas.ts'

const run = promisify(execFile)
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024
/** The kinds of `k8s/`. Those of operators that are not installed have no schema. */
const KINDS = new Set([
  'Namespace',
  'ConfigMap',
  'Secret',
  'Service',
  'ServiceAccount',
  'PersistentVolumeClaim',
  'Deployment',
  'StatefulSet',
  'Job',
  'HorizontalPodAutoscaler',
  'PodDisruptionBudget',
  'NetworkPolicy',
  'Gateway',
  'HTTPRoute',
  'Certificate',
  'ExternalSecret',
  'PodMonitor',
  'PrometheusRule',
  'ScaledObject',
  'MongoDBCommunity',
  'Kafka',
  'KafkaNodePool',
  'KafkaUser',
  'Cluster',
  'Database',
])
const GROUP_VERSION = /^api(s\/[a-z0-9.-]+)?\/v\d+(alpha\d+)?$/

/** Returns the schemas of the kinds that we use from the API server of the current context. @throws Error of kubectl */
export async function fetchSchemas(): Promise<Record<string, Schema>> {
  const { paths } = (await get('/openapi/v3')) as { paths: Record<string, { serverRelativeURL: string }> }
  const documents: OpenApiDocument[] = []
  for (const [path, { serverRelativeURL }] of Object.entries(paths))
    if (GROUP_VERSION.test(path)) documents.push((await get(serverRelativeURL)) as OpenApiDocument)
  return createStrictSchemas(documents, ({ kind }) => KINDS.has(kind))
}

type CustomResourceDefinition = {
  kind: string
  spec: {
    group: string
    names: { kind: string }
    versions: { name: string; schema: { openAPIV3Schema: Schema } }[]
  }
}

/** Returns the schemas of the kinds that CustomResourceDefinitions define, in files of YAML or JSON. */
export async function readDefinitions(files: readonly string[]): Promise<Record<string, Schema>> {
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')))
  const definitions = texts
    .flatMap((text) => parseAllDocuments(text).map((document) => document.toJS() as CustomResourceDefinition))
    .filter(({ kind }) => kind === 'CustomResourceDefinition')
  const documents = definitions.flatMap(({ spec: { group, names, versions } }) =>
    versions.map(({ name: version, schema }) => {
      const kind = { group, version, kind: names.kind }
      const schemas = {
        [`${group}.${version}.${names.kind}`]: { ...schema.openAPIV3Schema, 'x-kubernetes-group-version-kind': [kind] },
      }
      return { components: { schemas } }
    }),
  )
  return createStrictSchemas(documents, () => true)
}

async function get(path: string): Promise<unknown> {
  return JSON.parse((await run('kubectl', ['get', '--raw', path], { maxBuffer: MAX_OUTPUT_BYTES })).stdout)
}
