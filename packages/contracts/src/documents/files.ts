import { fileURLToPath } from 'node:url'

const toFilePath = (name: string) => fileURLToPath(new URL(`../../documents/${name}.json`, import.meta.url))

/** The paths of the committed documents. A change that breaks one of them is rejected. */
export const DOCUMENT_FILES = { openapi: toFilePath('openapi'), asyncapi: toFilePath('asyncapi') } as const
