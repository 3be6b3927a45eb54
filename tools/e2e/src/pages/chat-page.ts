import type { Locator, Page } from '@playwright/test'
import { repeatUntilVisible } from './member-actions.ts'

/** The chat of a page. Its actions do not wait for the server. */
export type ChatPage = ReturnType<typeof createChatPage>

export function createChatPage(page: Page) {
  const press = (button: Locator) => button.press('Enter') // visible on hover and focus
  const choose = async (message: Locator, action: string) => {
    await press(message.getByRole('button', { name: 'Actions' }))
    await press(page.getByRole('menuitem', { name: action }))
  }
  /** The link in the bar, with the unread count. */
  const inbox = page.getByRole('banner').getByRole('link', { name: /^Inbox/ })
  const home = page.getByRole('banner').getByRole('link', { name: 'Home', exact: true })
  const rows = page.getByRole('list', { name: 'Conversations' }).getByRole('listitem')
  const conversationView = page.getByRole('region', { name: /^Chat with/ })
  const log = page.getByRole('log', { name: /^Messages with/ })
  const field = page.getByRole('textbox', { name: /^Message / })

  return {
    page,
    inbox,
    home,
    rows,
    log,
    field,
    typingIndicator: conversationView.getByText('typing...'),
    /** Returns the presence in the header. */
    presence: (text: string | RegExp) => conversationView.getByText(text),
    /** Returns the message with this text. */
    message: (text: string) => log.getByRole('article').filter({ hasText: text }),
    /** Opens a conversation from any page. */
    async open(fullName: string) {
      if (!(await rows.first().isVisible())) await inbox.click()
      await rows.getByRole('link', { name: fullName }).click()
    },
    async send(text: string) {
      await field.fill(text)
      await page.keyboard.press('Enter')
    },
    /** Sends pictures with a text in one message. */
    async sendPictures(pictures: { name: string; mimeType: string; buffer: Buffer }[], text: string) {
      await conversationView.locator('input[type=file]').setInputFiles(pictures)
      await field.fill(text)
      await page.getByRole('list', { name: 'Pictures to send' }).waitFor()
      await page.keyboard.press('Enter')
    },
    /** Sends messages one after the other, as fast as the page accepts them. */
    async sendAll(texts: readonly string[]) {
      await field.evaluate(async (element, texts) => {
        const { set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value') ?? {}
        for (const text of texts) {
          set?.call(element, text) // bypasses React, which would ignore its own change
          element.dispatchEvent(new Event('input', { bubbles: true }))
          await new Promise(requestAnimationFrame)
          element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
          while ((element as HTMLTextAreaElement).value !== '') await new Promise(requestAnimationFrame)
        }
      }, texts)
    },
    /** Types until the indicator is visible: a page without a connection sends nothing, and a busy server drops it. */
    typeUntilVisible: (indicator: Locator) => repeatUntilVisible(indicator, () => field.pressSequentially('Hm')),
    /** Changes the text of the last own message. */
    async editLast(text: string) {
      await field.press('ArrowUp')
      await field.fill(text)
      await page.keyboard.press('Enter')
    },
    async react(message: Locator, emoji: string) {
      await press(message.getByRole('button', { name: 'React', exact: true }))
      await page.getByRole('button', { name: emoji }).click()
    },
    /** Deletes an own message for both members. */
    async delete(message: Locator) {
      await choose(message, 'Delete')
      await page.getByRole('dialog').getByRole('button', { name: 'Delete for everyone' }).click()
    },
    async deleteForMe(message: Locator) {
      await choose(message, 'Delete')
      await page.getByRole('dialog').getByRole('button', { name: 'Delete for me' }).click()
    },
    /** Opens the reply bar of a message, without a text. */
    reply: (message: Locator) => choose(message, 'Reply'),
    openThread: (message: Locator) => choose(message, 'Open thread'),
    async replyInThread(message: Locator, text: string) {
      await this.openThread(message)
      await page.getByLabel('Reply in thread').fill(text)
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Close thread' }).click()
    },
  }
}
