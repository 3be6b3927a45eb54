import { createApiClient } from '@meadow/testing/api-client'
import { openBrowser } from '@meadow/testing/browser'
import { signInDemoAccount } from '@meadow/testing/demo-accounts'
import { startStackWithCommunity } from '@meadow/testing/stack'
import { startSingleBundle } from '../baseline/single-bundle.ts'
import { ROUNDS } from '../measure/alternating-rounds.ts'
import { type ColdVisit, measureColdVisit } from '../measure/cold-visit.ts'
import { type ScrollResult, scrollFeed, typeInChat } from '../measure/page-interactions.ts'
import { createComparisonRow, createRangeRow, printReport } from '../measure/report.ts'
import { createSignedInState } from '../measure/slow-window.ts'
import { openBenchProduct } from '../product/open-product.ts'

const MEMBER = 'mara'
const MESSAGES = 1_000
const CONCURRENCY = 8

const MEANING = `The home page of a demo account in a browser with an empty cache, at 1.6 Mbit/s, 150 ms latency and a quarter of this processor.
Until the largest contentful paint (LCP, ms): KiB of scripts as transferred, and all requests. The baseline is one bundle of the
same sources without federation. Then 20 pages of scrolling with a like on each, and a sentence typed in a chat of ${MESSAGES}
messages, ${ROUNDS} times each; the slowest interaction (INP) of each time is in ms.`

/** Measures the page load and interactions in the browser. */
export async function benchPageLoad(): Promise<void> {
  await using product = await openBenchProduct(startStackWithCommunity)
  await using single = await startSingleBundle(product)
  await using opened = new AsyncDisposableStack()
  const browser = opened.adopt(await openBrowser(), (browser) => browser.close())
  const { url } = product.stack
  const { caller, partner } = await signIn(url)
  const signedAt = (address: string) => createSignedInState(browser, address, caller.token, caller._id)
  const [signed, signedThere] = [await signedAt(url), await signedAt(single.url)]
  const ours: ColdVisit[] = []
  const baseline: ColdVisit[] = []
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(await measureColdVisit(browser, url, signed))
    baseline.push(await measureColdVisit(browser, single.url, signedThere))
  }
  const figure = (name: string, metric: 'scriptKib' | 'requests' | 'lcp' | 'shifts', target: string) =>
    createComparisonRow(
      name,
      ours.map((visit) => visit[metric]),
      baseline.map((visit) => visit[metric]),
      target,
    )
  const scrolled: ScrollResult[] = []
  const typing: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    scrolled.push(await scrollFeed(browser, url, signed))
    typing.push(await typeInChat(browser, url, signed, partner))
  }
  const elements = (when: string, select: (nodes: number[]) => number | undefined, target = '') =>
    createRangeRow(
      `scrolling: elements ${when}`,
      scrolled.map(({ nodes }) => select(nodes) ?? 0),
      target,
    )
  const rows = [
    figure('KiB of scripts until LCP', 'scriptKib', '<= 150 KiB'),
    figure('requests until LCP', 'requests', '<= 12 requests'),
    figure('LCP', 'lcp', '<= 1.6'),
    figure('CLS', 'shifts', '<= 0.02 of the window'),
    elements('after the 2nd page', (nodes) => nodes[1]),
    elements('at most', (nodes) => Math.max(...nodes), 'flat'),
    elements('after the last page', (nodes) => nodes.at(-1), 'flat'),
    createRangeRow(
      'scrolling: INP',
      scrolled.map(({ longest }) => longest),
      '<= 100 ms',
    ),
    createRangeRow('typing: INP', typing, '<= 100 ms'),
  ]
  console.table(ours.at(-1)?.early.map(({ path, type, bytes }) => ({ path, type, bytes })))
  printReport('page-load', rows, MEANING)
}

/** Signs in a demo account and sends many messages to one of its mutual followers. */
async function signIn(url: string) {
  const calls = createApiClient(url)
  const { call, sendMessage: send } = calls
  const caller = await signInDemoAccount(calls, MEMBER)
  const { mutualFollowers } = await call<{ mutualFollowers: { _id: string; username: string }[] }>(
    '/messages/mutual-followers',
    { by: caller },
  )
  const [partner] = mutualFollowers
  if (!partner) throw new Error('The demo account has no mutual follower')
  const to = { ...caller, ...partner }
  for (let sent = 0; sent < MESSAGES; sent += CONCURRENCY)
    await Promise.all(Array.from({ length: CONCURRENCY }, (_, n) => send(caller, to, `Something of ${sent + n} words`)))
  return { caller, partner: partner.username }
}
