import { errors, type Locator } from 'playwright-core'
import { type ChatPage, chatIn } from './chat-page.ts'
import { hear } from './frames.ts'
import { PATIENCE_MS, type Window } from './window.ts'

/** Something that is done on a device, and to which of the messages it can be done to, counted from the newest. */
export type Order = {
  does: (typeof ORDERS)[number]
  to: number
}

/** Whatever comes more often stands here more often. */
export const ORDERS = [
  ...(['send', 'send', 'send', 'reply', 'reply', 'reply in a thread', 'reply in a thread'] as const),
  ...(['edit', 'edit', 'delete', 'react', 'react', 'react with a heart', 'unreact'] as const),
  ...(['leave', 'open', 'open', 'go offline', 'go offline', 'go online', 'load again'] as const),
]

/** A device of a member that does what it is told. */
export type ToldDevice = {
  chat: ChatPage
  /** Whether it could be done. */
  act(order: Order): Promise<boolean>
  /** There is a network and a connection again. */
  settle(): Promise<void>
}

/** Whoever waits longer for a button has been overtaken by somebody else: the message is not there any more. */
const OVERTAKEN_MS = 4_000

/** `name` is in all that is written on it, `partner` with whom it talks. Before the page is loaded. */
export function toldDevice({ page }: Window, { name, partner }: { name: string; partner: string }): ToldDevice {
  const chat = chatIn(page)
  const connection = hear(page)
  let isOnline = true
  let words = 0
  const someText = () => `${name} ${++words}`
  const messages = (whose: RegExp) =>
    chat.log.getByRole('article', { name: whose }).filter({ has: page.getByRole('button', { name: 'Actions' }) })
  const choose = async (message: Locator, action: string) => {
    await message.getByRole('button', { name: 'Actions' }).press('Enter')
    await page.getByRole('menuitem', { name: action }).press('Enter')
  }
  const switchNetwork = async (to: boolean) => {
    isOnline = to
    await page.context().setOffline(!to)
    return true
  }
  /** Does it to one of these, if there is one. */
  const toOne = (whose: RegExp, run: (one: Locator) => Promise<unknown>) => async (to: number) => {
    const count = await messages(whose).count()
    if (count === 0) return false
    await run(messages(whose).nth(count - 1 - (to % count)))
    return true
  }
  const ALL = /^(Your message|Message from)/
  const OWN = /^Your message/

  const run: Record<Order['does'], (to: number) => Promise<boolean>> = {
    send: async () => {
      if (!(await chat.field.isVisible())) return false
      await chat.write(someText())
      return true
    },
    reply: toOne(ALL, async (one) => {
      await choose(one, 'Reply')
      await chat.write(someText())
    }),
    'reply in a thread': toOne(ALL, (one) => chat.replyInThread(one, someText())),
    edit: toOne(OWN, async (one) => {
      await choose(one, 'Edit')
      await chat.write(someText())
    }),
    delete: toOne(OWN, chat.remove),
    react: toOne(ALL, (one) => chat.react(one, 'thumbs up')),
    'react with a heart': toOne(ALL, (one) => chat.react(one, 'red heart')),
    unreact: async () => {
      const own = chat.log.getByRole('button', { name: /one is yours/ })
      if ((await own.count()) === 0) return false
      await own.last().press('Enter')
      return true
    },
    leave: async () => {
      if (isOnline) await chat.home.click()
      return isOnline
    },
    open: async () => {
      if (!isOnline || (await chat.field.isVisible())) return false
      await chat.open(partner)
      return true
    },
    'go offline': () => switchNetwork(false),
    'go online': () => switchNetwork(true),
    'load again': async () => {
      if (isOnline) await page.reload()
      return isOnline
    },
  }
  return {
    chat,
    async act({ does, to }) {
      page.setDefaultTimeout(OVERTAKEN_MS)
      try {
        return await run[does](to)
      } catch (error) {
        if (!(error instanceof errors.TimeoutError)) throw error
        for (const _open of ['a menu', 'what it stands in', 'a mode']) await page.keyboard.press('Escape')
        return false
      } finally {
        page.setDefaultTimeout(PATIENCE_MS)
      }
    },
    async settle() {
      await switchNetwork(true)
      await connection.isThere()
    },
  }
}
