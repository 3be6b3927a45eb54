import { createUniqueAccount } from '@meadow/testing/accounts'
import { expect, test } from './src/fixtures.ts'
import { giveRole } from './src/give-role.ts'
import type { BrowserWindow } from './src/pages/browser-window.ts'
import { findPost, publish, reloadUntilVisible, repeatUntilVisible } from './src/pages/member-actions.ts'

const ada = createUniqueAccount('Ada Thorn')
const ben = createUniqueAccount('Ben Oakes')
const cleo = createUniqueAccount('Cleo Marsh')
const TEXT = `Cheap seeds, only today, by ${ben.username}`
const RULE = 'No advertising'

test.describe('a report', () => {
  test.describe.configure({ mode: 'serial' })
  let adas: BrowserWindow
  let bens: BrowserWindow
  let cleos: BrowserWindow

  test.beforeAll(async ({ product }) => {
    adas = await product.openSignedUp(ada)
    bens = await product.openSignedUp(ben)
    await product.openSignedUp(cleo)
    await giveRole(product.stack, cleo, 'moderator')
    cleos = await product.openSignedIn(cleo)
    await publish(bens.page, TEXT)
  })
  test.afterAll(({ product }) => product.closeWindows())

  test('is sent from the menu of a post', async () => {
    const { page } = adas
    await page.goto(`/profile/${ben.username}`)
    await reloadUntilVisible(page, findPost(page, TEXT))
    await findPost(page, TEXT).getByRole('button', { name: /^More/ }).click()
    await page.getByRole('menuitem', { name: 'Report post' }).click()
    const dialog = page.getByRole('dialog', { name: 'Report post' })
    await dialog.getByLabel('What should moderators know? (optional)').fill('The third one this week')
    await dialog.getByRole('button', { name: 'Send report' }).click()
    await page.getByText('Thank you for telling us').waitFor()
    await page.goto('/settings/reports')
    const ownReport = page.getByText('The third one this week')
    await repeatUntilVisible(ownReport, () => page.reload()) // it is sent from the outbox
  })

  test('reaches a moderator with its evidence, who removes the post by a rule', async () => {
    const { page } = cleos
    await page.goto('/moderation')
    const report = page.getByRole('article').filter({ hasText: TEXT })
    await repeatUntilVisible(report, () => page.reload())
    await report.getByText('The third one this week').waitFor()
    await report.getByLabel('Rule that applies').fill(RULE)
    await report.getByRole('button', { name: 'Remove' }).click()
    await expect(report).toHaveCount(0)
  })

  test('comes back: its reporter and the author learn the outcome and the rule, and the post is gone', async () => {
    for (const [{ page }, text] of [
      [adas, `Thank you for your report. We agreed and acted on it. Rule: ${RULE}`],
      [bens, `We removed something that you wrote, because it broke our rules. Rule: ${RULE}`],
    ] as const) {
      await page.goto('/alert')
      const alert = page.getByRole('link', { name: text })
      await repeatUntilVisible(alert, () => page.reload())
    }
    await adas.page.goto(`/profile/${ben.username}`)
    await adas.page.getByRole('heading', { level: 1 }).waitFor()
    await expect(findPost(adas.page, TEXT)).toHaveCount(0)
    await cleos.page.goto('/moderation')
    await cleos.page.getByRole('tab', { name: 'Log' }).click()
    await cleos.page.getByText(`@${cleo.username}: report.remove @${ben.username}`).first().waitFor()
  })

  test('a suspended author is signed out, appeals, and comes back when a moderator agrees', async () => {
    const APPEAL = `It was a joke between friends, says ${ben.username}`
    const reporting = adas.page
    await reporting.goto(`/profile/${ben.username}`)
    await reporting.getByRole('main').getByRole('button', { name: 'More', exact: true }).first().click()
    await reporting.getByRole('menuitem', { name: `Report @${ben.username}` }).click()
    await reporting.getByRole('dialog').getByRole('button', { name: 'Send report' }).click()
    await reporting.getByText('Thank you for telling us').waitFor()

    const { page } = cleos
    await page.goto('/moderation')
    const report = page.getByRole('article').filter({ hasText: `about @${ben.username}` })
    await repeatUntilVisible(report, () => page.reload())
    await report.getByLabel('Rule that applies').fill('Be kind')
    await report.getByRole('button', { name: 'Suspend' }).click()
    await expect(report).toHaveCount(0)

    const signIn = async () => {
      await bens.page.getByLabel('Email or Username').fill(ben.username)
      await bens.page.getByLabel('Password', { exact: true }).fill(ben.password)
      await bens.page.getByRole('button', { name: 'Sign in', exact: true }).click()
    }
    await bens.page.getByRole('heading', { name: 'Welcome back' }).waitFor() // the open page was signed out
    await signIn()
    await bens.page.getByText(/suspended this account until .* UTC\. Rule: Be kind/).waitFor()
    await bens.page.getByLabel('Why should moderators decide otherwise?').fill(APPEAL)
    await bens.page.getByRole('button', { name: 'Send appeal' }).click()
    await bens.page.getByRole('heading', { name: 'Your appeal was sent' }).waitFor()

    const appealed = page.getByRole('article').filter({ hasText: APPEAL })
    await repeatUntilVisible(appealed, async () => {
      await page.reload()
      await page.getByLabel('Status').selectOption('Appealed')
    })
    await appealed.getByRole('button', { name: 'Take the decision back' }).click()
    await expect(appealed).toHaveCount(0)
    await expect(async () => {
      await bens.page.goto('/')
      await signIn()
      await bens.page
        .getByRole('banner')
        .getByRole('link', { name: /^Alerts/ })
        .waitFor({ timeout: 5_000 })
    }).toPass()
  })
})
