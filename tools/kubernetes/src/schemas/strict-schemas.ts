/** A JSON Schema, or a part of one. */
export type Schema = { [key: string]: unknown }

/** A document of an API server for one group and version: `GET /openapi/v3/apis/apps/v1`. */
export type OpenApiDocument = { components: { schemas: Record<string, Schema> } }

type GroupVersionKind = { group: string; version: string; kind: string }

const KIND_KEY = 'x-kubernetes-group-version-kind'
const DEFINITION_PREFIX = '#/components/schemas/'
/** Keys that say nothing about validity. A property may have the same name: its value is a schema. */
const ANNOTATION_KEYS = new Set(['description', 'default'])

/** Returns the name of the schema of a kind, such as `apps/deployment_v1`, and `v1/service_v1` of the core. */
const toSchemaName = ({ group, version, kind }: GroupVersionKind): string =>
  `${group || version}/${kind.toLowerCase()}_${version}`

/**
 * Creates a JSON Schema for each kind of the documents that `isUsed` accepts. Objects accept no fields that they do not list,
 * so that a misspelt field is an error.
 */
export function createStrictSchemas(
  documents: readonly OpenApiDocument[],
  isUsed: (kind: GroupVersionKind) => boolean,
): Record<string, Schema> {
  return Object.fromEntries(
    documents.flatMap(({ components: { schemas } }) =>
      Object.entries(schemas).flatMap(([name, schema]) =>
        ((schema[KIND_KEY] ?? []) as GroupVersionKind[])
          .filter((kind) => isUsed(kind))
          .map((kind) => [toSchemaName(kind), createSchema(name, schemas)] as const),
      ),
    ),
  )
}

function createSchema(name: string, schemas: Record<string, Schema>): Schema {
  const definitions: Record<string, Schema> = {}
  const include = (definition: string): void => {
    if (definition in definitions) return
    definitions[definition] = {}
    definitions[definition] = toStrict(schemas[definition] ?? {}, include) as Schema
  }
  include(name)
  return { $ref: `#/definitions/${name}`, definitions }
}

function toStrict(value: unknown, include: (definition: string) => void): unknown {
  if (Array.isArray(value)) return value.map((item) => toStrict(item, include))
  if (typeof value !== 'object' || value === null) return value
  const { $ref, ...schema } = value as Schema
  if (typeof $ref === 'string') {
    const definition = $ref.slice(DEFINITION_PREFIX.length)
    include(definition)
    return { $ref: `#/definitions/${definition}` }
  }
  const entries = Object.entries(schema).filter(([key, item]) => key !== KIND_KEY && !isAnnotation(key, item))
  const strict = Object.fromEntries(entries.map(([key, item]) => [key, toStrict(item, include)]))
  return isClosed(schema) ? { ...strict, additionalProperties: false } : strict
}

const isAnnotation = (key: string, value: unknown): boolean => ANNOTATION_KEYS.has(key) && typeof value !== 'object'

const isClosed = (schema: Schema): boolean =>
  typeof schema['properties'] === 'object' &&
  !('additionalProperties' in schema) &&
  !schema['x-kubernetes-preserve-unknown-fields'] &&
  !schema['x-kubernetes-embedded-resource']
