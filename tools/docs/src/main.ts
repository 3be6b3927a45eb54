// Writes the pages that are made of the code and follows all links; with `--check` it only says which pages are not current.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brokenLinks } from './broken-links.ts'
import { answersCalls, namedBy } from './named-by.ts'
import { configurationPage } from './pages/configuration.ts'
import { decisionsPage } from './pages/decisions.ts'
import { errorsPage } from './pages/errors.ts'
import { eventsPage } from './pages/events.ts'
import { PROCESSES } from './processes.ts'
import { listFiles, ROOT, readTexts } from './repository.ts'

const isCheck = process.argv.includes('--check')

const files = await listFiles()
const written = await readTexts(files.filter((file) => file.endsWith('.md')))
const pages = Object.entries({
  'docs/adr/README.md': decisionsPage(written),
  'docs/configuration.md': configurationPage(PROCESSES),
  'docs/errors.md': errorsPage(namedBy(await readTexts(files.filter(answersCalls)))),
  'docs/events.md': eventsPage(),
})
const stale = pages.filter(([file, text]) => written.get(file) !== text)
if (!isCheck) for (const [file, text] of stale) await writeFile(join(ROOT, file), text)

const wrong = [
  ...(isCheck ? stale.map(([file]) => `${file} is not current. Say: npm run documents`) : []),
  ...brokenLinks([...files, ...pages.map(([file]) => file)], new Map([...written, ...pages])),
]
for (const one of wrong) console.error(one)
process.exitCode = wrong.length === 0 ? 0 : 1
