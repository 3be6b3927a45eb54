import { setTimeout } from 'node:timers/promises'
import { type ApiClient, type ApiMember, createApiClient } from '@meadow/testing/api-client'
import { createSeededRandom } from '@meadow/testing/random'
import { startStackWithoutRateLimits } from '@meadow/testing/stack'
import { expect, test } from '../src/fixtures.ts'
import { SERVICE_KILL_LINES } from '../src/injected-faults.ts'
import { startProduct } from '../src/open-product.ts'
import type { BrowserWindow } from '../src/pages/browser-window.ts'
import { type ChatPage, createChatPage } from '../src/pages/chat-page.ts'
import { readRows, scrollToTop } from '../src/pages/scroll.ts'

const MESSAGES_PER_MEMBER = 250
const KILLS = 3
const POLL_INTERVAL_MS = 50
const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000)

type Stored = { _id: string; sender: { _id: string }; content: string; seq: number }
type Page = { messages: Stored[]; hasMore: boolean }

test.setTimeout(600_000) // 500 messages, three starts of the chat, on a machine that may be busy

test.describe('500 messages while the chat is killed', () => {
  test.describe.configure({ mode: 'serial' })
  let product: Awaited<ReturnType<typeof startProduct>>
  let calls: ApiClient
  let ada: ApiMember
  let ben: ApiMember
  let windows: BrowserWindow[]
  let adas: ChatPage
  let bens: ChatPage

  test.beforeAll(async ({ browser }) => {
    product = await startProduct(browser, {
      name: 'the product whose chat was killed',
      start: startStackWithoutRateLimits,
      injected: SERVICE_KILL_LINES,
    })
    calls = createApiClient(product.stack.url)
    ;[ada, ben] = [await calls.register('Ada Moss'), await calls.register('Ben Reed')]
    await calls.makeMutualFollowers(ada, ben)
    windows = [await product.openSignedIn(ada.account), await product.openSignedIn(ben.account)]
    ;[adas, bens] = windows.map(({ page }) => createChatPage(page)) as [ChatPage, ChatPage]
    await adas.page.goto(`/chat/${ben.account.username}`)
    await bens.page.goto(`/chat/${ada.account.username}`)
    await Promise.all([adas.field.waitFor(), bens.field.waitFor()])
  })
  test.afterAll(() => product?.[Symbol.asyncDispose]())

  /** Reads the number of messages. The chat may be down. */
  async function countStored(): Promise<number> {
    const newest = calls.call<Page>(`/messages/${ben._id}?limit=1`, { by: ada })
    return (await newest.catch(() => undefined))?.messages[0]?.seq ?? 0
  }

  const texts = ({ account }: ApiMember) =>
    Array.from({ length: MESSAGES_PER_MEMBER }, (_, index) => `${account.username} ${index + 1}.`)

  const waitUntil = async (condition: () => Promise<boolean>) => {
    while (!(await condition())) await setTimeout(POLL_INTERVAL_MS) // the time-out of the test ends it
  }

  /** Kills the chat each time a number of messages has been stored. */
  async function killAt(counts: readonly number[]): Promise<void> {
    for (const count of counts) {
      let stored = 0
      await waitUntil(async () => {
        stored = await countStored()
        return stored >= count
      })
      const pid = product.stack.pidOf('chat')
      if (pid === undefined) throw new Error('The chat does not run')
      process.kill(pid, 'SIGKILL')
      process.stdout.write(`Killed the chat when ${stored} of ${2 * MESSAGES_PER_MEMBER} were stored\n`)
      await waitUntil(async () => ![pid, undefined].includes(product.stack.pidOf('chat')))
    }
  }

  test('are each stored once', async () => {
    const random = createSeededRandom(SEED)
    const part = Math.floor((2 * MESSAGES_PER_MEMBER) / KILLS)
    const counts = Array.from({ length: KILLS }, (_, index) => index * part + 10 + random.below(part - 40))
    process.stdout.write(`Seed ${SEED}\n`)
    await Promise.all([adas.sendAll(texts(ada)), bens.sendAll(texts(ben)), killAt(counts)])
    await Promise.all([adas, bens].map(waitForEmptyOutbox))
    const all = await readAll(ada, ben)
    expect(all.map(({ seq }) => seq)).toEqual(Array.from({ length: 2 * MESSAGES_PER_MEMBER }, (_, index) => index + 1))
    for (const by of [ada, ben])
      expect(all.filter(({ sender }) => sender._id === by._id).map(({ content }) => content)).toEqual(texts(by))
  })

  test('are shown to both up to the newest, with none pending or rejected', async () => {
    const [newest] = (await listAll(ada, ben)).slice(-1)
    for (const chat of [adas, bens]) {
      await chat.message(newest ?? '').waitFor()
      await expect(chat.log.getByText(/Sending|Not sent/)).toHaveCount(0)
    }
  })

  test('have the same order in every response and on both screens', async () => {
    const listed = await listAll(ada, ben)
    expect(await listAll(ben, ada)).toEqual(listed)
    expect(await Promise.all([adas, bens].map((chat) => readDisplayedTexts(chat, listed)))).toEqual([listed, listed])
  })

  /** Reads all messages by scrolling, oldest first. */
  async function readDisplayedTexts(chat: ChatPage, [first = '']: string[]): Promise<string[]> {
    await scrollToTop(chat.log, chat.message(first))
    return (await readRows(chat.log)).flatMap((text) => /[a-z.\d]+ \d+\./.exec(text) ?? [])
  }

  async function readAll(by: ApiMember, other: ApiMember): Promise<Stored[]> {
    const all: Page['messages'] = []
    for (let hasMore = true; hasMore; ) {
      const before = all[0] ? `&before=${all[0]._id}` : ''
      const page = await calls.call<Page>(`/messages/${other._id}?limit=50${before}`, { by })
      all.unshift(...page.messages)
      hasMore = page.hasMore
    }
    return all
  }

  const listAll = async (by: ApiMember, other: ApiMember) => (await readAll(by, other)).map(({ content }) => content)

  test('are the same after a reload', async () => {
    const listed = await listAll(ada, ben)
    await bens.page.reload()
    await bens.message(listed.at(-1) ?? '').waitFor()
    expect(await readDisplayedTexts(bens, listed)).toEqual(listed)
  })

  test('cause no script error', () => {
    const ofNetwork = /Failed to load resource|WebSocket connection/
    expect(windows.flatMap(({ problems }) => problems).filter((text) => !ofNetwork.test(text))).toEqual([])
  })
})

/** Waits until no message is pending. Never resolves if one was rejected. */
const waitForEmptyOutbox = ({ page }: ChatPage) =>
  page.waitForFunction(() => Object.keys(localStorage).every((key) => !key.endsWith(':outbox')), undefined, {
    timeout: 0, // the time-out of the test ends it
  })
