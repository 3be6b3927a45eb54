import { Id, Timestamp } from '../text.ts'

type Context = { zodSchema: unknown; jsonSchema: Record<string, unknown> }

/** What zod writes of a schema, without what only zod needs and for people to read. Changes `jsonSchema` in place. */
export function cleanUpJsonSchema({ zodSchema, jsonSchema }: Context, io: 'input' | 'output'): void {
  if (zodSchema === Id) for (const key of Object.keys(jsonSchema)) delete jsonSchema[key]
  if (zodSchema === Id) Object.assign(jsonSchema, { type: 'string', format: 'uuid' })
  if (zodSchema === Timestamp) delete jsonSchema['pattern']
  if (jsonSchema['maximum'] === Number.MAX_SAFE_INTEGER) delete jsonSchema['maximum']
  delete jsonSchema['propertyNames']
  // Whoever reads an answer or an event takes fields that the document does not know yet:
  if (io === 'output' && jsonSchema['additionalProperties'] === false) delete jsonSchema['additionalProperties']
}
