import type { Random } from '@meadow/testing/random'
import { errors, type Locator } from 'playwright-core'
import { type ChatPage, chatIn } from './chat-page.ts'
import { hear } from './frames.ts'
import { PATIENCE_MS, type Window } from './window.ts'

/** One device of a member, who does there whatever comes to their mind. */
export type RandomDevice = {
  chat: ChatPage
  /** Does one thing, and says which. */
  act(): Promise<string>
  /** Puts an end to it: there is a network and a connection, and the conversations are shown. */
  settle(): Promise<void>
}

type Act = { does: string; weight: number; in?: 'chat' | 'chats'; run: () => Promise<unknown> }

/** Whoever waits longer for a button has been overtaken by somebody else: the message is not there any more. */
const OVERTAKEN_MS = 4_000

/** The conversations are those with `partners`, by their names. Before the page is loaded. */
export function randomDevice({ page }: Window, partners: readonly string[], random: Random): RandomDevice {
  const chat = chatIn(page)
  const connection = hear(page)
  let isOnline = true
  let words = 0
  const someText = () => `Word ${++words} of ${random.below(1_000)}`
  const switchNetwork = async (to: boolean) => {
    isOnline = to
    await page.context().setOffline(!to)
  }
  const message = (name: RegExp | string) =>
    chat.log.getByRole('article', { name }).filter({ has: page.getByRole('button', { name: 'Actions' }) })
  /** Does it to the last of them, if there is one. */
  const toLast = async (messages: Locator, run: (one: Locator) => Promise<void>) => {
    if ((await messages.count()) > 0) await run(messages.last())
  }
  const own = message('Your message')
  const theirs = message(/^Message from/)

  const acts: Act[] = [
    { does: 'opens a chat', weight: 6, run: () => chat.open(random.pick(partners)) },
    { does: 'leaves the chat', weight: 3, run: () => chat.inbox.click() },
    { does: 'leaves all chats', weight: 2, in: 'chats', run: () => chat.home.click() },
    { does: 'loses the network', weight: 2, in: 'chats', run: () => switchNetwork(false) },
    { does: 'gets the network', weight: 2, run: () => switchNetwork(true) },
    { does: 'loads again', weight: 1, run: async () => isOnline && page.reload() },
    { does: 'writes', weight: 4, in: 'chat', run: () => chat.write(someText()) },
    { does: 'edits', weight: 2, in: 'chat', run: () => chat.editLast(someText()) },
    { does: 'deletes', weight: 2, in: 'chat', run: () => toLast(own, chat.remove) },
    { does: 'reacts', weight: 2, in: 'chat', run: () => toLast(theirs, (one) => chat.react(one, 'thumbs up')) },
    {
      does: 'writes in a thread',
      weight: 2,
      in: 'chat',
      run: () => toLast(theirs, (one) => chat.replyInThread(one, someText())),
    },
  ]

  return {
    chat,
    async act() {
      const place = { chat: await chat.field.isVisible(), chats: await chat.rows.first().isVisible() }
      const possible = acts.filter((act) => act.in === undefined || place[act.in])
      const { does, run } = random.pick(possible.flatMap((act) => Array<Act>(act.weight).fill(act)))
      page.setDefaultTimeout(OVERTAKEN_MS)
      try {
        await run()
        return does
      } catch (error) {
        if (!(error instanceof errors.TimeoutError)) throw error
        await page.keyboard.press('Escape')
        await page.keyboard.press('Escape') // a menu, and what it stands in
        return `${does}, but was overtaken`
      } finally {
        page.setDefaultTimeout(PATIENCE_MS)
      }
    },
    async settle() {
      await switchNetwork(true)
      await connection.isThere()
      if (!(await chat.rows.first().isVisible())) await chat.inbox.click()
      await chat.rows.nth(partners.length - 1).waitFor()
    },
  }
}
