import type { SeededRandom } from '@meadow/testing/random'
import { errors, type Locator } from '@playwright/test'
import { BROWSER_TIMEOUT_MS, type BrowserWindow } from '../pages/browser-window.ts'
import { type ChatPage, createChatPage } from '../pages/chat-page.ts'
import { recordSocketFrames } from '../pages/socket-frames.ts'

/** A device of a member that performs random actions. */
export type RandomDevice = {
  chat: ChatPage
  /** Performs one action. Returns its description. */
  act(): Promise<string>
  /** Goes online, waits for the connection and shows the conversations. */
  settle(): Promise<void>
}

type RandomAction = { does: string; weight: number; in?: 'chat' | 'chats'; run: () => Promise<unknown> }

/** The time-out of one action. A longer wait means that another member has deleted the message. */
const ACTION_TIMEOUT_MS = 4_000

/** Creates a device with conversations with `partners`, by full name. Must be called before the page loads. */
export function createRandomDevice(
  { page }: BrowserWindow,
  partners: readonly string[],
  random: SeededRandom,
): RandomDevice {
  const chat = createChatPage(page)
  const connection = recordSocketFrames(page)
  let isOnline = true
  let textCount = 0
  const createText = () => `Word ${++textCount} of ${random.below(1_000)}`
  const switchNetwork = async (to: boolean) => {
    isOnline = to
    await page.context().setOffline(!to)
  }
  const message = (name: RegExp | string) =>
    chat.log.getByRole('article', { name }).filter({ has: page.getByRole('button', { name: 'Actions' }) })
  /** Runs `run` on the last of these messages, if there is one. */
  const toLast = async (messages: Locator, run: (one: Locator) => Promise<void>) => {
    if ((await messages.count()) > 0) await run(messages.last())
  }
  const ownMessages = message('Your message')
  const receivedMessages = message(/^Message from/)

  const actions: RandomAction[] = [
    { does: 'opens a chat', weight: 6, run: () => chat.open(random.pick(partners)) },
    { does: 'leaves the chat', weight: 3, run: () => chat.inbox.click() },
    { does: 'leaves all chats', weight: 2, in: 'chats', run: () => chat.home.click() },
    { does: 'loses the network', weight: 2, in: 'chats', run: () => switchNetwork(false) },
    { does: 'gets the network', weight: 2, run: () => switchNetwork(true) },
    { does: 'loads again', weight: 1, run: async () => isOnline && page.reload() },
    { does: 'writes', weight: 4, in: 'chat', run: () => chat.send(createText()) },
    { does: 'edits', weight: 2, in: 'chat', run: () => chat.editLast(createText()) },
    { does: 'deletes', weight: 2, in: 'chat', run: () => toLast(ownMessages, chat.delete) },
    {
      does: 'reacts',
      weight: 2,
      in: 'chat',
      run: () => toLast(receivedMessages, (one) => chat.react(one, 'thumbs up')),
    },
    {
      does: 'writes in a thread',
      weight: 2,
      in: 'chat',
      run: () => toLast(receivedMessages, (one) => chat.replyInThread(one, createText())),
    },
  ]

  return {
    chat,
    async act() {
      const visible = { chat: await chat.field.isVisible(), chats: await chat.rows.first().isVisible() }
      const possible = actions.filter((act) => act.in === undefined || visible[act.in])
      const { does, run } = random.pick(possible.flatMap((act) => Array<RandomAction>(act.weight).fill(act)))
      page.setDefaultTimeout(ACTION_TIMEOUT_MS)
      try {
        await run()
        return does
      } catch (error) {
        if (!(error instanceof errors.TimeoutError)) throw error
        await page.keyboard.press('Escape')
        await page.keyboard.press('Escape') // closes a menu and its dialog
        return `${does}, but the message was gone`
      } finally {
        page.setDefaultTimeout(BROWSER_TIMEOUT_MS)
      }
    },
    async settle() {
      await switchNetwork(true)
      await connection.waitForConnection()
      if (!(await chat.rows.first().isVisible())) await chat.inbox.click()
      await chat.rows.nth(partners.length - 1).waitFor()
    },
  }
}
