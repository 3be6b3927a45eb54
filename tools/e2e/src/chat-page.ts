import type { Locator, Page } from 'playwright-core'
import { repeatUntil } from './members.ts'

/** The chat in a page, as a member uses it. Nothing waits for the server. */
export type ChatPage = ReturnType<typeof chatIn>

export function chatIn(page: Page) {
  const press = (button: Locator) => button.press('Enter') // shown under the pointer and with the focus
  const choose = async (message: Locator, action: string) => {
    await press(message.getByRole('button', { name: 'Actions' }))
    await press(page.getByRole('menuitem', { name: action }))
  }
  /** The link of the bar, which says how much is unread. */
  const inbox = page.getByRole('banner').getByRole('link', { name: /^Inbox/ })
  const home = page.getByRole('banner').getByRole('link', { name: 'Home', exact: true })
  const rows = page.getByRole('list', { name: 'Conversations' }).getByRole('listitem')
  const room = page.getByRole('region', { name: /^Chat with/ })
  const log = page.getByRole('log', { name: /^Messages with/ })
  const field = page.getByRole('textbox', { name: /^Message / })

  return {
    isTyping: room.getByText('typing...'),
    ...{ page, inbox, home, rows, room, log, field },
    /** Where a picture is put. */
    picture: room.locator('input[type=file]'),
    /** The message with this text. */
    said: (text: string) => log.getByRole('article').filter({ hasText: text }),
    /** From wherever one is in the product. */
    async open(fullName: string) {
      if (!(await rows.first().isVisible())) await inbox.click()
      await rows.getByRole('link', { name: fullName }).click()
    },
    async write(text: string) {
      await field.fill(text)
      await page.keyboard.press('Enter')
    },
    /** One message after the other, as quickly as the page takes them. */
    async writeAll(texts: readonly string[]) {
      await field.evaluate(async (it, texts) => {
        const { set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value') ?? {}
        for (const text of texts) {
          set?.call(it, text) // past React, which else takes it for its own
          it.dispatchEvent(new Event('input', { bubbles: true }))
          await new Promise(requestAnimationFrame)
          it.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
          while ((it as HTMLTextAreaElement).value !== '') await new Promise(requestAnimationFrame)
        }
      }, texts)
    },
    /** Types until it shows there: who is not connected yet says nothing of it, and a busy server drops it. */
    typeUntil: (isSeen: Locator) => repeatUntil(isSeen, () => field.pressSequentially('Hm')),
    /** Another text for the last own one. */
    async editLast(text: string) {
      await field.press('ArrowUp')
      await field.fill(text)
      await page.keyboard.press('Enter')
    },
    async react(message: Locator, emoji: string) {
      await press(message.getByRole('button', { name: 'React' }))
      await page.getByRole('button', { name: emoji }).click()
    },
    async remove(message: Locator) {
      await choose(message, 'Delete')
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    },
    async replyInThread(message: Locator, text: string) {
      await choose(message, 'Open thread')
      await page.getByLabel('Reply in thread').fill(text)
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Close thread' }).click()
    },
  }
}
