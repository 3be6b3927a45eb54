import { fileURLToPath } from 'node:url'

const fileOf = (name: string) => fileURLToPath(new URL(`../../documents/${name}.json`, import.meta.url))

/** Where the documents lie that were written last: what is promised. */
export const DOCUMENT_FILES = { openapi: fileOf('openapi'), asyncapi: fileOf('asyncapi') } as const
