import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApiClient } from '@meadow/testing/api-client'
import { findOrUnpackBrowser, openBrowserProfile } from '@meadow/testing/browser'
import { signInDemoAccount } from '@meadow/testing/demo-accounts'
import { startStackWithCommunity } from '@meadow/testing/stack'
import { type LighthouseRun, runLighthouse } from '../measure/lighthouse-run.ts'
import { createRangeRow, printReport, type ReportRow, round } from '../measure/report.ts'

const MEMBER = 'kofi'
const PAGES = [
  { path: '/', isSignedIn: false },
  { path: '/home', isSignedIn: true },
  { path: '/chat/mara', isSignedIn: true },
  { path: '/settings/notifications', isSignedIn: true },
]
const RUNS = 5

const PERFORMANCE_TARGET = '>= 95 points'

const MEANING = `Lighthouse's performance (0 to 100) of the demo community, with its slow network and processor: the median of ${RUNS} runs with the
lowest and the highest. Above, the other scores and what lowers them in the best run.`

/** Prints the Lighthouse scores of the first page, the home page, a chat and the notification settings, and what lowers them. */
export async function benchLighthouse(): Promise<void> {
  await using stack = await startStackWithCommunity()
  await using opened = new AsyncDisposableStack()
  const browserPath = await findOrUnpackBrowser()
  const createProfile = async () => {
    const profile = await mkdtemp(join(tmpdir(), 'meadow-lighthouse-'))
    opened.defer(() => rm(profile, { recursive: true, force: true }))
    return profile
  }
  const [signedOut, signedIn] = [await createProfile(), await createProfile()]
  await signInProfile(signedIn, stack.url)
  const rows: ReportRow[] = []
  for (const { path, isSignedIn } of PAGES) {
    const load = round(loadavg()[0] ?? 0, 1)
    const runs: LighthouseRun[] = []
    for (let run = 0; run < RUNS; run++)
      runs.push(await runLighthouse(stack.url + path, { browserPath, profile: isSignedIn ? signedIn : signedOut }))
    const [best] = runs.toSorted((a, b) => b.scores.performance - a.scores.performance)
    if (!best || new URL(best.finalUrl).pathname !== path) throw new Error(`${path} has led to ${best?.finalUrl}`)
    console.log([path, ...best.losses].join('\n  '))
    console.log(`${path} at a load of ${load}:`, best.scores)
    const performances = runs.map(({ scores }) => scores.performance)
    rows.push(createRangeRow(`${path}: performance`, performances, PERFORMANCE_TARGET))
  }
  printReport('lighthouse', rows, MEANING)
}

/** Signs in the demo account in a browser profile and visits the home page once, as a returning member has. */
async function signInProfile(profile: string, url: string): Promise<void> {
  const { token, _id } = await signInDemoAccount(createApiClient(url), MEMBER)
  await using context = await openBrowserProfile(profile)
  const page = await context.newPage()
  await page.goto(`${url}/api/health`)
  await page.evaluate(([token, userId]) => Object.assign(localStorage, { token, userId }), [token, _id])
  await page.goto(`${url}/home`)
  await page.getByRole('article').first().waitFor()
}
