import type { Page } from '@playwright/test'

/** Closes a dialog, and waits until its entry of the history is gone: going back would end the next navigation. */
export async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.waitForFunction(() => !history.state?.layer)
}
