import { Id, Timestamp } from '../text.ts'

type SchemaContext = { zodSchema: unknown; jsonSchema: Record<string, unknown> }

/** Removes keywords from a JSON Schema of zod that only zod needs. Changes `jsonSchema` in place. */
export function cleanUpJsonSchema({ zodSchema, jsonSchema }: SchemaContext, io: 'input' | 'output'): void {
  if (zodSchema === Id) for (const key of Object.keys(jsonSchema)) delete jsonSchema[key]
  if (zodSchema === Id) Object.assign(jsonSchema, { type: 'string', format: 'uuid' })
  if (zodSchema === Timestamp) for (const keyword of ['pattern', 'maxLength']) delete jsonSchema[keyword]
  if (jsonSchema['maximum'] === Number.MAX_SAFE_INTEGER) delete jsonSchema['maximum']
  delete jsonSchema['propertyNames']
  // readers of a response or an event accept fields that the document does not define yet
  if (io === 'output' && jsonSchema['additionalProperties'] === false) delete jsonSchema['additionalProperties']
}
