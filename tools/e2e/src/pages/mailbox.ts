import { expect, type Page } from '@playwright/test'

/** Opens the newest mail to an address in the mailbox of this computer, as soon as it is there. */
export async function openMail(page: Page, to: string, subject: RegExp): Promise<void> {
  await page.goto('/dev/mail')
  const mail = page.getByRole('listitem').filter({ hasText: to }).getByRole('link', { name: subject }).first()
  await expect(async () => {
    await page.reload()
    await expect(mail).toBeVisible({ timeout: 500 })
  }).toPass()
  await mail.click()
}
