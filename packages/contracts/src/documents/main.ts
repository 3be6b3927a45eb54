// `npm run documents` writes the documents. With `--check` it writes nothing and reports what is wrong.
import { readFile, writeFile } from 'node:fs/promises'
import { createAsyncApiDocument } from './async-api.ts'
import { findBreakingCallChanges, findBreakingEventChanges } from './breaking-changes.ts'
import { DOCUMENT_FILES } from './files.ts'
import { createOpenApiDocument } from './open-api.ts'
import { findAsyncApiProblems, findOpenApiProblems } from './problems.ts'

const isCheckOnly = process.argv.includes('--check')

const documents = [
  {
    file: DOCUMENT_FILES.openapi,
    create: createOpenApiDocument,
    findBreaking: findBreakingCallChanges,
    findProblems: findOpenApiProblems,
  },
  {
    file: DOCUMENT_FILES.asyncapi,
    create: createAsyncApiDocument,
    findBreaking: findBreakingEventChanges,
    findProblems: findAsyncApiProblems,
  },
]

/** Writes one document if it is valid and breaks nothing. Returns the errors, one line each. */
async function updateDocument({
  file,
  create,
  findBreaking,
  findProblems,
}: (typeof documents)[number]): Promise<string[]> {
  const text = `${JSON.stringify(create(), null, 2)}\n`
  const committed = await readFile(file, 'utf8').catch(() => undefined)
  const errors = [
    ...(committed
      ? findBreaking(JSON.parse(committed), JSON.parse(text)).map((change) => `Breaking change: ${change}`)
      : []),
    ...(await findProblems(text)).map((problem) => `Not valid: ${problem}`),
  ]
  if (errors.length > 0 || text === committed) return errors
  if (isCheckOnly) return [`${file} is not current. Run: npm run documents`]
  await writeFile(file, text)
  return []
}

const errors = (await Promise.all(documents.map(updateDocument))).flat()
for (const error of errors) console.error(error)
process.exitCode = errors.length === 0 ? 0 : 1
