import type { Page } from '@playwright/test'

/** The inbox and the group of a page. Its actions do not wait for the server. */
export type GroupPage = ReturnType<typeof createGroupPage>

export function createGroupPage(page: Page) {
  const log = page.getByRole('log', { name: /^Messages in/ })
  const field = page.getByRole('textbox', { name: /^Message / })
  /** Returns the message with this text. */
  const message = (text: string) => log.getByRole('article').filter({ hasText: text })
  return {
    page,
    log,
    field,
    message,
    invitation: page.getByRole('region', { name: 'Invitation' }),
    heading: (name: string) => page.getByRole('heading', { level: 1, name }),
    /** Returns the row of a group in the inbox. */
    row: (name: string) => page.getByRole('list', { name: 'Conversations' }).getByRole('link', { name }),
    async send(text: string) {
      await field.fill(text)
      await page.keyboard.press('Enter')
    },
    /** Opens the menu of the group. */
    openMenu: () =>
      page
        .getByRole('region', { name: /^Chat in/ })
        .getByRole('button', { name: 'More', exact: true })
        .click(),
    /** Deletes an own message for all members. */
    async delete(text: string) {
      await message(text).getByRole('button', { name: 'Actions' }).press('Enter')
      await page.getByRole('menuitem', { name: 'Delete' }).press('Enter')
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    },
  }
}
