import { type ApiClient, type ApiMember, createApiClient } from '@meadow/testing/api-client'
import { createSeededRandom } from '@meadow/testing/random'
import { startStackWithoutRateLimits } from '@meadow/testing/stack'
import { expect, test } from '../src/fixtures.ts'
import { startProduct } from '../src/open-product.ts'
import type { BrowserWindow } from '../src/pages/browser-window.ts'
import { signIn } from '../src/pages/member-actions.ts'
import { createRandomDevice, type RandomDevice } from '../src/random/random-device.ts'
import { createRandomPartners } from '../src/random/random-partners.ts'

const PARTNERS = ['Ben Reed', 'Cleo Finch', 'Dan Vale']
const ROUNDS = 4
/** The number of actions per round: of each device, and of all partners together. */
const ACTIONS_PER_ROUND = { device: 15, partners: 20 }
const AGREEMENT_TIMEOUT_MS = 2_000
/** The time to read both screens and the server on an idle machine. */
const READING_DURATION_MS = 100
const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000)

/** The unread counts: the total, and per partner by full name. */
type Unread = { total: number; by: Record<string, number> }
type Conversation = { user: { fullName: string }; unreadCount: number }

test.describe('two devices of a member', () => {
  let product: Awaited<ReturnType<typeof startProduct>>
  let calls: ApiClient
  let ada: ApiMember
  let windows: BrowserWindow[]
  let devices: RandomDevice[]
  let partnerActions: { act(): Promise<string> }

  test.beforeAll(async ({ browser }) => {
    process.stdout.write(`Seed ${SEED}\n`)
    product = await startProduct(browser, {
      name: 'the product of two devices of a member',
      start: startStackWithoutRateLimits,
    })
    calls = createApiClient(product.stack.url)
    ada = await calls.register('Ada Moss')
    const partners = await Promise.all(PARTNERS.map(calls.register))
    for (const partner of partners) {
      await calls.makeMutualFollowers(ada, partner)
      await calls.sendMessage(partner, ada, `This is ${partner.account.fullName}`)
    }
    windows = [await product.open(), await product.open()]
    devices = windows.map((window, index) => createRandomDevice(window, PARTNERS, createSeededRandom(SEED + index)))
    partnerActions = createRandomPartners(calls, ada, partners, createSeededRandom(SEED + devices.length))
    for (const { page } of windows) await signIn(page, ada.account)
  })
  test.afterAll(() => product?.[Symbol.asyncDispose]())

  async function actAll(): Promise<string[]> {
    const done: string[] = []
    const runActions = async (actor: { act(): Promise<string> }, times: number) => {
      for (let time = 0; time < times; time += 1) done.push(await actor.act())
    }
    await Promise.all([
      ...devices.map((device) => runActions(device, ACTIONS_PER_ROUND.device)),
      runActions(partnerActions, ACTIONS_PER_ROUND.partners),
    ])
    return done
  }

  async function readServerCounts(): Promise<Unread> {
    const { conversations } = await calls.call<{ conversations: Conversation[] }>('/messages/conversations', {
      by: ada,
    })
    const { count } = await calls.call<{ count: number }>('/messages/unread-count/total', { by: ada })
    return { total: count, by: Object.fromEntries(conversations.map((one) => [one.user.fullName, one.unreadCount])) }
  }

  /** Parses the innermost text: its parent elements repeat the number. */
  const unreadIn = (texts: string[]) =>
    Number(texts.map((text) => /^(?:Inbox )?(\d+) unread messages?$/.exec(text)?.[1]).findLast((count) => count) ?? 0)

  async function readDisplayedCounts({ chat }: RandomDevice): Promise<Unread> {
    const rows = await chat.rows.evaluateAll((all) =>
      all.map((row) => [row, ...row.querySelectorAll('span')].map(({ textContent }) => textContent)),
    )
    const by = PARTNERS.map((name) => [name, unreadIn(rows.find(([whole]) => whole?.includes(name)) ?? [])])
    return { total: unreadIn([(await chat.inbox.textContent()) ?? '']), by: Object.fromEntries(by) }
  }

  /** Measures the time until both devices show the counts of the server, and the time of one reading. */
  async function waitForAgreement(): Promise<{ took: number; readingTime: number }> {
    const startedAt = performance.now()
    let readingStartedAt = startedAt
    await expect(async () => {
      readingStartedAt = performance.now()
      const unread = await readServerCounts()
      expect(await Promise.all(devices.map(readDisplayedCounts))).toEqual(devices.map(() => unread))
      expect(Object.values(unread.by).reduce((sum, count) => sum + count)).toBe(unread.total)
    }).toPass()
    const ended = performance.now()
    return { took: ended - startedAt, readingTime: ended - readingStartedAt }
  }

  test('agree on the unread counts after random actions', async () => {
    const done: string[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      done.push(...(await actAll()))
      await Promise.all(devices.map((device) => device.settle()))
      await partnerActions.act()
      const { took, readingTime } = await waitForAgreement()
      process.stdout.write(
        `After ${done.length} actions the devices agreed in ${took.toFixed(0)} ms; one reading took ${readingTime.toFixed(0)} ms\n`,
      )
      expect(took).toBeLessThan(AGREEMENT_TIMEOUT_MS * Math.max(1, readingTime / READING_DURATION_MS))
    }
    const times = Map.groupBy(done, (does) => does)
    process.stdout.write(`${[...times].map(([does, all]) => `${all.length} × ${does}`).join(', ')}\n`)
    expect(done).toHaveLength(200)
    expect(done.filter((does) => does.includes('overtaken')).length).toBeLessThan(100)
  })
})
