import type { Transport } from './contract-change.ts'

/** The keywords of JSON Schema that the documents use. */
export type JsonSchema = {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  allOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
  items?: JsonSchema
  [keyword: string]: unknown
}

/** Two versions of a schema, the transport that uses it, and its path in the document. */
export type SchemaComparison = {
  before: JsonSchema
  after: JsonSchema
  transport: Transport
  at: string
  resolve: ResolveRefs
}

/** Finds the schema of a `$ref` in each of the two documents. */
export type ResolveRefs = { before: (ref: string) => JsonSchema; after: (ref: string) => JsonSchema }
