// `npm run documents` writes the documents; with `--check` it only says what is wrong with them.
import { readFile, writeFile } from 'node:fs/promises'
import { createAsyncApiDocument } from './async-api.ts'
import { findBreakingCallChanges, findBreakingEventChanges } from './breaking-changes.ts'
import { DOCUMENT_FILES } from './files.ts'
import { createOpenApiDocument } from './open-api.ts'
import { findAsyncApiProblems, findOpenApiProblems } from './problems.ts'

const isCheck = process.argv.includes('--check')

const documents = [
  {
    file: DOCUMENT_FILES.openapi,
    make: createOpenApiDocument,
    breaking: findBreakingCallChanges,
    problems: findOpenApiProblems,
  },
  {
    file: DOCUMENT_FILES.asyncapi,
    make: createAsyncApiDocument,
    breaking: findBreakingEventChanges,
    problems: findAsyncApiProblems,
  },
]

/** What is wrong with one document; writes it when nothing is and it may. */
async function settle({ file, make, breaking, problems }: (typeof documents)[number]): Promise<string[]> {
  const text = `${JSON.stringify(make(), null, 2)}\n`
  const promised = await readFile(file, 'utf8').catch(() => undefined)
  const wrong = [
    ...(promised
      ? breaking(JSON.parse(promised), JSON.parse(text)).map((one) => `Breaks what is promised: ${one}`)
      : []),
    ...(await problems(text)).map((one) => `Not valid: ${one}`),
  ]
  if (wrong.length > 0 || text === promised) return wrong
  if (isCheck) return [`${file} is not current. Say: npm run documents`]
  await writeFile(file, text)
  return []
}

const wrong = (await Promise.all(documents.map(settle))).flat()
for (const one of wrong) console.error(one)
process.exitCode = wrong.length === 0 ? 0 : 1
