import { createUniqueAccount } from '@meadow/testing/accounts'
import { expect, test } from './src/fixtures.ts'
import { giveRole } from './src/give-role.ts'
import { repeatUntilVisible } from './src/pages/member-actions.ts'

test.afterEach(({ product }) => product.closeWindows())

test('an admin edits the terms, a guest reads them, and an edit of an older text shows both', async ({ product }) => {
  const [olga, pavel] = [createUniqueAccount('Olga Brandt'), createUniqueAccount('Pavel Novak')]
  for (const account of [olga, pavel]) {
    await product.openSignedUp(account)
    await giveRole(product.stack, account, 'admin')
  }
  const guest = (await product.open()).page
  await guest.goto('/signup')
  await guest.getByRole('link', { name: 'Terms' }).first().waitFor()
  await guest.goto('/privacy')
  await guest.getByRole('heading', { name: 'What is stored' }).waitFor() // nobody has edited it

  const [first, second] = [(await product.openSignedIn(olga)).page, (await product.openSignedIn(pavel)).page]
  for (const [page, text] of [
    [first, `## Be kind\n\nSays [${olga.username}](https://example.org).\n\n<img src=x onerror=alert(1)>`],
    [second, `## Be kinder\n\nSays ${pavel.username}.`],
  ] as const) {
    await page.goto('/terms')
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Text', { exact: true }).fill(text)
  }
  await first.getByRole('tab', { name: 'Preview' }).click()
  await first.getByRole('heading', { name: 'Be kind' }).waitFor()
  await first.getByRole('button', { name: 'Publish' }).click()
  await first.getByRole('link', { name: olga.username }).waitFor()

  await guest.goto('/terms')
  await guest.getByRole('heading', { name: 'Be kind' }).waitFor()
  await guest.getByText('<img src=x onerror=alert(1)>').waitFor()
  await guest.getByText('Other versions').click()
  await guest.getByRole('link', { name: /November 1, 2026/ }).click()
  await guest.getByRole('heading', { name: 'What Meadow is' }).waitFor()

  await second.reload() // as if the browser had closed: what was typed is still there
  await second.getByRole('button', { name: 'Continue editing' }).click()
  await expect(second.getByLabel('Published text')).toHaveValue(/Be kind\n/)
  await expect(second.getByLabel('Your text')).toHaveValue(/Be kinder/)
  await second.getByRole('button', { name: 'Keep my text' }).click()
  await second.getByRole('button', { name: 'Publish' }).click()
  await second.getByRole('heading', { name: 'Be kinder' }).waitFor()

  await second.goto('/moderation')
  const log = second.getByText(`@${pavel.username}: legal.terms`)
  await repeatUntilVisible(log, async () => {
    await second.reload()
    await second.getByRole('tab', { name: 'Log' }).click()
  })
})
