import { errors, type Locator } from '@playwright/test'
import { BROWSER_TIMEOUT_MS, type BrowserWindow } from '../pages/browser-window.ts'
import { type ChatPage, createChatPage } from '../pages/chat-page.ts'
import { recordSocketFrames } from '../pages/socket-frames.ts'

/** An action on a device, and the index of the message that it changes, counted from the newest. */
export type DeviceAction = {
  does: (typeof DEVICE_ACTIONS)[number]
  to: number
}

/** The possible actions. More frequent actions occur several times. */
export const DEVICE_ACTIONS = [
  'send',
  'send',
  'send',
  'reply',
  'reply',
  'reply in a thread',
  'reply in a thread',
  'edit',
  'edit',
  'delete',
  'react',
  'react',
  'react with a heart',
  'unreact',
  'leave',
  'open',
  'open',
  'go offline',
  'go offline',
  'go online',
  'load again',
] as const

/** A device of a member that performs given actions. */
export type ScriptedDevice = {
  chat: ChatPage
  /** Performs an action. Returns whether it was possible. */
  act(action: DeviceAction): Promise<boolean>
  /** Goes online and waits for the connection. */
  settle(): Promise<void>
}

/** The time-out of one action. A longer wait means that another member has deleted the message. */
const ACTION_TIMEOUT_MS = 4_000

/** Creates a device. `name` is part of every text, `partner` is the other member. Must be called before the page loads. */
export function createScriptedDevice(
  { page }: BrowserWindow,
  { name, partner }: { name: string; partner: string },
): ScriptedDevice {
  const chat = createChatPage(page)
  const connection = recordSocketFrames(page)
  let isOnline = true
  let textCount = 0
  const createText = () => `${name} ${++textCount}`
  const messages = (name: RegExp) =>
    chat.log.getByRole('article', { name }).filter({ has: page.getByRole('button', { name: 'Actions' }) })
  const choose = async (message: Locator, action: string) => {
    await message.getByRole('button', { name: 'Actions' }).press('Enter')
    await page.getByRole('menuitem', { name: action }).press('Enter')
  }
  const switchNetwork = async (to: boolean) => {
    isOnline = to
    await page.context().setOffline(!to)
    return true
  }
  /** Runs `run` on one of these messages, if there is one. */
  const runOnMessage = (name: RegExp, run: (one: Locator) => Promise<unknown>) => async (to: number) => {
    const count = await messages(name).count()
    if (count === 0) return false
    await run(messages(name).nth(count - 1 - (to % count)))
    return true
  }
  const ALL = /^(Your message|Message from)/
  const OWN = /^Your message/

  const run: Record<DeviceAction['does'], (to: number) => Promise<boolean>> = {
    send: async () => {
      if (!(await chat.field.isVisible())) return false
      await chat.send(createText())
      return true
    },
    reply: runOnMessage(ALL, async (one) => {
      await choose(one, 'Reply')
      await chat.send(createText())
    }),
    'reply in a thread': runOnMessage(ALL, (one) => chat.replyInThread(one, createText())),
    edit: runOnMessage(OWN, async (one) => {
      await choose(one, 'Edit')
      await chat.send(createText())
    }),
    delete: runOnMessage(OWN, chat.delete),
    react: runOnMessage(ALL, (one) => chat.react(one, 'thumbs up')),
    'react with a heart': runOnMessage(ALL, (one) => chat.react(one, 'red heart')),
    unreact: async () => {
      const own = chat.log.getByRole('button', { name: /including yours/ })
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
      page.setDefaultTimeout(ACTION_TIMEOUT_MS)
      try {
        return await run[does](to)
      } catch (error) {
        if (!(error instanceof errors.TimeoutError)) throw error
        for (const _open of ['menu', 'dialog', 'mode']) await page.keyboard.press('Escape')
        return false
      } finally {
        page.setDefaultTimeout(BROWSER_TIMEOUT_MS)
      }
    },
    async settle() {
      await switchNetwork(true)
      await connection.waitForConnection()
    },
  }
}
