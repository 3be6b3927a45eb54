import { createApiClient } from '@meadow/testing/api-client'
import { openBrowser } from '@meadow/testing/browser'
import { signInDemoAccount } from '@meadow/testing/demo-accounts'
import { startStackWithCommunity } from '@meadow/testing/stack'
import { alone, compare, report } from './figures.ts'
import { ROUNDS } from './measured.ts'
import { type Visit, visitCold } from './page/cold-visit.ts'
import { startSingleBundle } from './page/single-bundle.ts'
import { visitOnce } from './page/slow-window.ts'
import { scrollFeed, typeInChat } from './page/use.ts'
import { openProduct } from './product.ts'

const MEMBER = 'mara'
const MESSAGES = 1_000
const AT_ONCE = 8

const MEANING = `The home page of a demo account in a browser with nothing cached, at 1.6 Mbit/s, 150 ms there and back and a quarter of this
processor. Until the largest contentful paint (LCP, ms): KiB of scripts as they come over the network, requests of any
kind. Bare is one bundle of the same sources without federation. Then 20 pages of scrolling, with a like on each, and a
sentence typed in a chat of ${MESSAGES} messages; the slowest interaction (INP) is in ms.`

/** What a member waits for in the browser. */
export async function page(): Promise<void> {
  await using product = await openProduct(startStackWithCommunity)
  await using single = await startSingleBundle(product)
  await using opened = new AsyncDisposableStack()
  const browser = opened.adopt(await openBrowser(), (it) => it.close())
  const { url } = product.stack
  const { caller, partner } = await signIn(url)
  const signedAt = (address: string) => visitOnce(browser, address, caller.token, caller._id)
  const [signed, signedThere] = [await signedAt(url), await signedAt(single.url)]
  const ours: Visit[] = []
  const bare: Visit[] = []
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(await visitCold(browser, url, signed))
    bare.push(await visitCold(browser, single.url, signedThere))
  }
  const figure = (name: string, of: 'scriptKib' | 'requests' | 'lcp' | 'shifts', bar: string) =>
    compare(
      name,
      ours.map((visit) => visit[of]),
      bare.map((visit) => visit[of]),
      bar,
    )
  const { nodes, longest } = await scrollFeed(browser, url, signed)
  const typing = await typeInChat(browser, url, signed, partner)
  const rows = [
    figure('KiB of scripts until LCP', 'scriptKib', '<= 150 KiB'),
    figure('requests until LCP', 'requests', '<= 12'),
    figure('LCP', 'lcp', '<= 1.6'),
    figure('CLS', 'shifts', '<= 0.02'),
    alone('scrolling: elements after the 2nd page', nodes[1] ?? 0),
    alone('scrolling: elements at most', Math.max(...nodes), 'flat'),
    alone('scrolling: elements after the last page', nodes.at(-1) ?? 0, 'flat'),
    alone('scrolling: INP', longest, '<= 100 ms'),
    alone('typing: INP', typing, '<= 100 ms'),
  ]
  console.table(ours.at(-1)?.early.map(({ path, type, bytes }) => ({ path, type, bytes })))
  report('page', rows, MEANING)
}

/** Somebody of the demo community, and with whom they have a long talk. */
async function signIn(url: string) {
  const calls = createApiClient(url)
  const { call, sendMessage: send } = calls
  const caller = await signInDemoAccount(calls, MEMBER)
  const { mutualFollowers } = await call<{ mutualFollowers: { _id: string; username: string }[] }>(
    '/messages/mutual-followers',
    { by: caller },
  )
  const [partner] = mutualFollowers
  if (!partner) throw new Error('The demo account has nobody to write to')
  const to = { ...caller, ...partner }
  for (let sent = 0; sent < MESSAGES; sent += AT_ONCE)
    await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => send(caller, to, `Something of ${sent + n} words`)))
  return { caller, partner: partner.username }
}
