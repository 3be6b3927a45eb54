import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { type Caller, type Calls, createCalls } from '@meadow/testing/api-client'
import { seeded } from '@meadow/testing/random'
import { type ChatPage, chatIn } from '../src/chat-page.ts'
import { type Product, startProduct } from '../src/product.ts'
import { readRows, scrollToTop } from '../src/scroll.ts'
import type { Window } from '../src/window.ts'

const EACH = 250
const KILLS = 3
const OFTEN_MS = 50
const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000)

type Stored = { _id: string; sender: { _id: string }; content: string; seq: number }
type Page = { messages: Stored[]; hasMore: boolean }

jest.setTimeout(600_000) // 500 messages, three starts of the chat, on a machine that may be busy

describe('a kill of the chat in the middle of 500 messages', () => {
  let product: Product
  let calls: Calls
  let ada: Caller
  let ben: Caller
  let windows: Window[]
  let adas: ChatPage
  let bens: ChatPage

  beforeAll(async () => {
    process.env['RATE_LIMITS'] = 'off' // nobody writes as fast
    product = await startProduct()
    calls = createCalls(product.stack.url)
    ;[ada, ben] = [await calls.join('Ada Moss'), await calls.join('Ben Reed')]
    await calls.befriend(ada, ben)
    windows = [await product.openFor(ada.person), await product.openFor(ben.person)]
    ;[adas, bens] = windows.map(({ page }) => chatIn(page)) as [ChatPage, ChatPage]
    await adas.page.goto(`/chat/${ben.person.username}`)
    await bens.page.goto(`/chat/${ada.person.username}`)
    await Promise.all([adas.field.waitFor(), bens.field.waitFor()])
  })
  afterAll(async () => product?.[Symbol.asyncDispose]())

  /** As far as the chat tells, which may just be away. */
  async function countStored(): Promise<number> {
    const newest = calls.call<Page>(`/messages/${ben._id}?limit=1`, { by: ada })
    return (await newest.catch(() => undefined))?.messages[0]?.seq ?? 0
  }

  const texts = ({ person }: Caller) => Array.from({ length: EACH }, (_, place) => `${person.username} ${place + 1}.`)

  const until = async (isSo: () => Promise<boolean>) => {
    while (!(await isSo())) await setTimeout(OFTEN_MS) // a test that takes too long ends it
  }

  /** Kills the chat each time so many messages have come through. */
  async function killAt(counts: readonly number[]): Promise<void> {
    for (const count of counts) {
      let stored = 0
      await until(async () => {
        stored = await countStored()
        return stored >= count
      })
      const pid = product.stack.pidOf('chat')
      if (pid === undefined) throw new Error('The chat does not run')
      process.kill(pid, 'SIGKILL')
      process.stdout.write(`Killed the chat when ${stored} of ${2 * EACH} were stored\n`)
      await until(async () => ![pid, undefined].includes(product.stack.pidOf('chat')))
    }
  }

  it('leaves each of them there once', async () => {
    const random = seeded(SEED)
    const part = Math.floor((2 * EACH) / KILLS)
    const counts = Array.from({ length: KILLS }, (_, place) => place * part + 10 + random.below(part - 40))
    process.stdout.write(`Seed ${SEED}\n`)
    await Promise.all([adas.writeAll(texts(ada)), bens.writeAll(texts(ben)), killAt(counts)])
    await Promise.all([adas, bens].map(untilNothingWaits))
    const all = await readAll(ada, ben)
    expect(all.map(({ seq }) => seq)).toEqual(Array.from({ length: 2 * EACH }, (_, place) => place + 1))
    for (const by of [ada, ben])
      expect(all.filter(({ sender }) => sender._id === by._id).map(({ content }) => content)).toEqual(texts(by))
  })

  it('shows the newest to both, who stayed at the end, and none as waiting or refused', async () => {
    const [newest] = (await listAll(ada, ben)).slice(-1)
    for (const chat of [adas, bens]) {
      await chat.said(newest ?? '').waitFor()
      expect(await chat.log.getByText(/Sending|Not sent/).count()).toBe(0)
    }
  })

  it('shows both the same in the same order, by each answer and on each screen', async () => {
    const answered = await listAll(ada, ben)
    expect(await listAll(ben, ada)).toEqual(answered)
    expect(await Promise.all([adas, bens].map((chat) => shownIn(chat, answered)))).toEqual([answered, answered])
  })

  /** From the first message to the last, as one sees them who scrolls. */
  async function shownIn(chat: ChatPage, [first = '']: string[]): Promise<string[]> {
    await scrollToTop(chat.log, chat.said(first))
    return (await readRows(chat.log)).flatMap((text) => /[a-z.\d]+ \d+\./.exec(text) ?? [])
  }

  async function readAll(by: Caller, other: Caller): Promise<Stored[]> {
    const all: Page['messages'] = []
    for (let hasMore = true; hasMore; ) {
      const before = all[0] ? `&before=${all[0]._id}` : ''
      const page = await calls.call<Page>(`/messages/${other._id}?limit=50${before}`, { by })
      all.unshift(...page.messages)
      hasMore = page.hasMore
    }
    return all
  }

  const listAll = async (by: Caller, other: Caller) => (await readAll(by, other)).map(({ content }) => content)

  it('shows the same after a reload, page by page, when one scrolls up', async () => {
    const answered = await listAll(ada, ben)
    await bens.page.reload()
    await bens.said(answered.at(-1) ?? '').waitFor()
    expect(await shownIn(bens, answered)).toEqual(answered)
  })

  it('is no reason for an error of a script', () => {
    const ofNetwork = /Failed to load resource|WebSocket connection/
    expect(windows.flatMap(({ problems }) => problems).filter((text) => !ofNetwork.test(text))).toEqual([])
  })
})

/** All that was written there is sent, or was refused for good: then this never ends. */
const untilNothingWaits = ({ page }: ChatPage) =>
  page.waitForFunction(() => Object.keys(localStorage).every((key) => !key.startsWith('member:outbox')), undefined, {
    timeout: 0, // a test that takes too long ends it
  })
