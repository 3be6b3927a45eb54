import { createUniqueAccount } from '@meadow/testing/accounts'
import { createApiClient } from '@meadow/testing/api-client'
import { expect, test } from './src/fixtures.ts'
import type { BrowserWindow } from './src/pages/browser-window.ts'
import { comment, findPost, like, publish, reloadUntilVisible, waitForHome } from './src/pages/member-actions.ts'
import { VIEWPORTS } from './src/screens/viewports.ts'
import { followSilentMembers, readSignedInMember } from './src/silent-members.ts'

const ida = createUniqueAccount('Ida Lark')
const per = createUniqueAccount('Per Holm')
const TEXT = 'The swifts are back.'

test.describe('live updates between two members', () => {
  test.describe.configure({ mode: 'serial' })
  let idas: BrowserWindow
  let pers: BrowserWindow
  let loads = 0

  test.beforeAll(async ({ product }) => {
    idas = await product.openSignedUp(ida)
    pers = await product.openSignedUp(per)
    await followSilentMembers(
      createApiClient(product.stack.url),
      await readSignedInMember(idas.page),
      await readSignedInMember(pers.page),
    )
    await pers.page.goto(`/profile/${ida.username}`)
    await reloadUntilVisible(pers.page, followIda())
    for (const { page } of [idas, pers]) page.on('load', () => loads++)
  })
  test.afterAll(({ product }) => product.closeWindows())

  const followIda = () => pers.page.getByRole('main').getByRole('button', { name: `Follow ${ida.fullName}` })
  const bar = ({ page }: BrowserWindow) => page.getByRole('banner')

  test('notify of a new follower, who can be followed back from the alert', async () => {
    await followIda().click()
    await bar(idas).getByRole('link', { name: 'Alerts 1 new notification' }).click()
    const alert = idas.page.getByRole('listitem').filter({ hasText: 'Per started following you' })
    await alert.getByRole('button', { name: `Follow back ${per.fullName}` }).click()
    await alert.getByRole('button', { name: `Following ${per.fullName}` }).waitFor()
    await alert.getByRole('button', { name: 'Mark as read' }).click()
    await bar(idas).getByRole('link', { name: 'Alerts', exact: true }).waitFor()
    await bar(pers).getByRole('link', { name: 'Alerts 1 new notification' }).waitFor()
    await bar(pers).getByRole('link', { name: 'Home', exact: true }).click()
    await waitForHome(pers.page)
    await expect(pers.page).toHaveTitle('(1) Home · Meadow')
  })

  test('show a new alert on the open page, and its read state on the other device', async ({ product }) => {
    const phone = await product.openSignedIn(per, { viewport: VIEWPORTS.small })
    await phone.page.getByRole('link', { name: 'Alerts 1 new notification' }).click()
    await phone.page.getByRole('button', { name: 'Mark all read' }).click()
    await phone.page.getByText('All caught up!', { exact: true }).waitFor()
    await bar(pers).getByRole('link', { name: 'Alerts', exact: true }).waitFor()
    expect(phone.problems).toEqual([])
    await phone.page.context().close()
  })

  test('hide new posts behind a pill until it is pressed', async () => {
    await bar(idas).getByRole('link', { name: 'Home', exact: true }).click()
    await waitForHome(idas.page)
    await publish(idas.page, TEXT)
    await pers.page.getByRole('button', { name: /1 new post/ }).click()
    await findPost(pers.page, TEXT).waitFor()
  })

  test('update the likes and comments of a displayed post', async () => {
    await like(pers.page, findPost(pers.page, TEXT))
    await comment(pers.page, findPost(pers.page, TEXT), 'All of them? I counted four.')
    const own = findPost(idas.page, TEXT)
    await own.getByText('1 like', { exact: true }).waitFor()
    await own.getByText('1 comment', { exact: true }).waitFor()
    await own.getByText('I counted four.').waitFor()
    await bar(idas).getByRole('link', { name: 'Alerts 2 new notifications' }).waitFor()
  })

  test('remove a deleted post and its alerts', async () => {
    const own = findPost(idas.page, TEXT)
    await own.getByRole('button', { name: 'More', exact: true }).click()
    await idas.page.getByRole('menuitem', { name: 'Delete post' }).click()
    const dialog = idas.page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Delete' }).waitFor()
    const { left, right } = await dialog.evaluate((element) => ({
      left: element.getBoundingClientRect().left,
      right: window.innerWidth - element.getBoundingClientRect().right,
    }))
    expect(Math.abs(left - right)).toBeLessThan(20) // in the middle, apart from a scrollbar
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await findPost(pers.page, TEXT).waitFor({ state: 'hidden' })
    await bar(idas).getByRole('link', { name: 'Alerts', exact: true }).waitFor()
  })

  test('sign out a device whose session was ended on another one', async ({ product }) => {
    const lost = await product.openSignedIn(ida)
    await bar(idas).getByRole('link', { name: 'Settings' }).click()
    await idas.page.getByRole('link', { name: 'Devices' }).click()
    await idas.page
      .getByRole('main')
      .getByRole('button', { name: /^Sign out Chrom/ })
      .click()
    await lost.page.getByText('Your session has ended. Please sign in again.').waitFor()
    await idas.page.getByText('This device').waitFor()
  })

  test('never reload a page, show no error and violate no security policy', () => {
    expect({ loads, problems: [...idas.problems, ...pers.problems] }).toEqual({ loads: 0, problems: [] })
  })
})
