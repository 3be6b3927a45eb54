import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApiClient } from '@meadow/testing/api-client'
import { openBrowserProfile } from '@meadow/testing/browser'
import { signInDemoAccount } from '@meadow/testing/demo-accounts'
import { startStackWithCommunity } from '@meadow/testing/stack'
import { ROUNDS } from '../measure/alternating-rounds.ts'
import { APP_STARTS, type AppStart, measureAppStart, prepareAppStarts } from '../measure/app-start.ts'
import { openNetworkRelay } from '../measure/network-relay.ts'
import { createRangeRow, printReport } from '../measure/report.ts'

const MEMBER = 'kofi'
const VIEWPORT = { width: 412, height: 823 }

const MEANING = `From a tap on the icon of the installed app until the text of the first post is painted, in ms: the median of ${ROUNDS} rounds with
the fastest and the slowest. The main thread of the page is slowed to a quarter. The browser was closed before each start, so
the service worker starts too. 'bare' is a page with the text alone, from the same worker: what the browser needs at least.`

/** Measures the start of the installed app, online, offline and of a bare page, in turns. */
export async function benchAppStart(): Promise<void> {
  await using opened = new AsyncDisposableStack()
  const stack = opened.use(await startStackWithCommunity())
  const relay = opened.use(await openNetworkRelay(stack.url))
  const profile = await mkdtemp(join(tmpdir(), 'meadow-app-start-'))
  opened.defer(() => rm(profile, { recursive: true, force: true }))
  const { token, _id } = await signInDemoAccount(createApiClient(stack.url), MEMBER)
  const openProfile = () => openBrowserProfile(profile, { viewport: VIEWPORT })
  {
    await using context = await openProfile()
    await prepareAppStarts(context, relay.url, token, _id)
  }
  const starts = Object.keys(APP_STARTS) as AppStart[]
  const timesMs: Record<AppStart, number[]> = { online: [], offline: [], bare: [] }
  for (let round = 0; round < ROUNDS; round++)
    for (const start of starts) {
      await using context = await openProfile()
      timesMs[start].push(await measureAppStart(context, relay, start))
    }
  const target = '<= 1000 ms'
  const rows = starts.map((start) => createRangeRow(start, timesMs[start], start === 'bare' ? '' : target))
  printReport('app-start', rows, MEANING)
}
