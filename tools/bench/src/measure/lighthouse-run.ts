import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

/**
 * The exact version, which npm downloads into its cache on first use. It is not a dependency of the product: with its own
 * packages it has 176 MB, which every first start would install.
 */
const LIGHTHOUSE_PACKAGE = 'lighthouse@13.5.0'
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024

type LighthouseCategory = (typeof CATEGORIES)[number]

/** The result of one run. */
export type LighthouseRun = {
  /** The URL after redirections. */
  finalUrl: string
  /** 0 to 100. */
  scores: Record<LighthouseCategory, number>
  /** A line per audit that lowers the score of its category. */
  losses: string[]
}

export type LighthouseOptions = {
  /** The path of the browser. */
  browserPath: string
  /** The folder of the browser profile, which signs the member in. */
  profile: string
}

/** Runs Lighthouse on a page, as on a phone with a slow network. The HTTP cache is emptied before. @throws if it fails */
export async function runLighthouse(url: string, { browserPath, profile }: LighthouseOptions): Promise<LighthouseRun> {
  const report = join(profile, 'lighthouse.json')
  await promisify(execFile)(
    'npm',
    [
      ...['exec', '--yes', '--ignore-scripts', `--package=${LIGHTHOUSE_PACKAGE}`, '--', 'lighthouse', url, '--quiet'],
      ...['--output=json', `--output-path=${report}`, `--only-categories=${CATEGORIES.join()}`],
      `--chrome-flags=--headless --no-sandbox --disable-gpu --user-data-dir=${profile}`,
    ],
    { env: { ...process.env, CHROME_PATH: browserPath }, maxBuffer: MAX_OUTPUT_BYTES },
  )
  return toLighthouseRun(JSON.parse(await readFile(report, 'utf8')))
}

/** The parts of Lighthouse's report that are read here. A score is 0 to 1, or null for an audit that does not apply. */
export type LighthouseReport = {
  finalDisplayedUrl: string
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { score: number | null; displayValue?: string }>
}

/** Reduces a report to its scores and the audits that lower them. */
export function toLighthouseRun({ finalDisplayedUrl, categories, audits }: LighthouseReport): LighthouseRun {
  const scores = CATEGORIES.map((category) => [category, Math.round((categories[category]?.score ?? 0) * 100)])
  const losses = CATEGORIES.flatMap((category) =>
    (categories[category]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => `${category}: ${id} ${audits[id]?.displayValue ?? ''}`.trim()),
  )
  return { finalUrl: finalDisplayedUrl, scores: Object.fromEntries(scores), losses }
}
