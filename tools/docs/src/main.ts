// Generates the pages from the code and checks all links. With `--check` it only reports outdated pages.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readMeasuredCosts } from '../../bench/src/capacity/operation-costs.ts'
import { ASSUMED_DEPLOYMENT, ASSUMED_USAGE } from '../../bench/src/capacity/usage.ts'
import { readRecordedResults } from '../../bench/src/results/recorded-results.ts'
import { ALL_BENCHMARKS } from '../../bench/src/scenarios.ts'
import { findBrokenLinks } from './broken-links.ts'
import { findErrorCodeUsers, isServerSource } from './error-code-users.ts'
import { renderBenchmarkTargets } from './pages/benchmarks.ts'
import { renderCapacityPage } from './pages/capacity.ts'
import { renderConfigurationPage } from './pages/configuration.ts'
import { renderDecisionsPage } from './pages/decisions.ts'
import { renderErrorsPage } from './pages/errors.ts'
import { renderEventsPage } from './pages/events.ts'
import { renderOperationSections, replaceGeneratedPart } from './pages/operations.ts'
import { renderSecurityEventsPage } from './pages/security-events.ts'
import { renderTextsPage } from './pages/texts.ts'
import { PROCESSES } from './processes.ts'
import { listFiles, ROOT, readTexts } from './repository.ts'
import { findTextCatalogues, isTextSource } from './texts/catalogues.ts'
import {
  findTextsWithoutPlural,
  findTranslationProblems,
  findTranslations,
  isTranslation,
  renderTranslationSources,
} from './texts/translations.ts'
import { findUnusedTexts } from './texts/unused-texts.ts'
import { findUnlistedPatches, isPatchSource } from './unlisted-patches.ts'

const isCheck = process.argv.includes('--check')

const files = await listFiles()
const written = await readTexts(files.filter((file) => file.endsWith('.md')))
const textSources = await readTexts(files.filter(isTextSource))
const catalogues = findTextCatalogues(textSources)
const translations = await readTexts(files.filter(isTranslation))
const capacity = { costs: readMeasuredCosts(), usage: ASSUMED_USAGE, deployment: ASSUMED_DEPLOYMENT }
const benchmarks = renderBenchmarkTargets(readRecordedResults(), ALL_BENCHMARKS)
const pages = Object.entries({
  'docs/adr/README.md': renderDecisionsPage(written),
  'docs/benchmarks.md': replaceGeneratedPart('docs/benchmarks.md', written.get('docs/benchmarks.md') ?? '', benchmarks),
  'docs/capacity.md': renderCapacityPage(capacity),
  'docs/configuration.md': renderConfigurationPage(PROCESSES),
  'docs/errors.md': renderErrorsPage(findErrorCodeUsers(await readTexts(files.filter(isServerSource)))),
  'docs/events.md': renderEventsPage(),
  'docs/security-events.md': renderSecurityEventsPage(),
  'docs/texts.md': renderTextsPage(catalogues),
  ...renderTranslationSources(catalogues, translations),
  ...renderOperationSections(written, PROCESSES),
})
const stale = pages.filter(([file, text]) => (written.get(file) ?? translations.get(file)) !== text)
if (!isCheck) for (const [file, text] of stale) await writeFile(join(ROOT, file), text)

const problems = [
  ...(isCheck ? stale.map(([file]) => `${file} is outdated. Run: npm run documents`) : []),
  ...findUnusedTexts(catalogues, textSources),
  ...findTextsWithoutPlural(catalogues),
  ...catalogues.flatMap((catalogue) =>
    findTranslations(catalogue, translations).flatMap((file) => findTranslationProblems(catalogue, file)),
  ),
  ...findUnlistedPatches(await readTexts(files.filter(isPatchSource)), written.get('docs/patches.md') ?? ''),
  ...findBrokenLinks([...files, ...pages.map(([file]) => file)], new Map([...written, ...pages])),
]
for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1
