// `npm run documents` writes the documents. With `--check` it writes nothing and reports what is wrong. Both print for each
// change of a contract if it is safe for old readers and old writers.
import { readFile, writeFile } from 'node:fs/promises'
import { ACCEPTED_CHANGES } from './accepted-changes.ts'
import { createAsyncApiDocument } from './async-api.ts'
import { findCallChanges } from './document-changes.ts'
import { DOCUMENT_FILES } from './files.ts'
import { findMessageChanges } from './message-changes.ts'
import { createOpenApiDocument } from './open-api.ts'
import { readPreviousDocument } from './previous-document.ts'
import { findAsyncApiProblems, findOpenApiProblems } from './problems.ts'
import { reviewChanges } from './review-changes.ts'

const isCheckOnly = process.argv.includes('--check')

const documents = [
  {
    file: DOCUMENT_FILES.openapi,
    create: createOpenApiDocument,
    findChanges: findCallChanges,
    findProblems: findOpenApiProblems,
  },
  {
    file: DOCUMENT_FILES.asyncapi,
    create: createAsyncApiDocument,
    findChanges: findMessageChanges,
    findProblems: findAsyncApiProblems,
  },
]

/** Writes one document if it is valid and its changes are safe. Returns the errors, one line each. */
async function updateDocument({
  file,
  create,
  findChanges,
  findProblems,
}: (typeof documents)[number]): Promise<string[]> {
  const text = `${JSON.stringify(create(), null, 2)}\n`
  const committed = await readFile(file, 'utf8').catch(() => undefined)
  const earlier = [committed, await readPreviousDocument(file)].filter((document) => document !== undefined)
  const changes = earlier.flatMap((document) => findChanges(JSON.parse(document), JSON.parse(text)))
  const { notes, errors } = reviewChanges(changes, ACCEPTED_CHANGES)
  for (const note of notes) console.info(note)
  errors.push(...(await findProblems(text)).map((problem) => `Not valid: ${problem}`))
  if (errors.length > 0 || text === committed) return errors
  if (isCheckOnly) return [`${file} is not current. Run: npm run documents`]
  await writeFile(file, text)
  return []
}

const errors = (await Promise.all(documents.map(updateDocument))).flat()
for (const error of errors) console.error(error)
process.exitCode = errors.length === 0 ? 0 : 1
