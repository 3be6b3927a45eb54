import { createUniqueAccount } from '@meadow/testing/accounts'
import type { Page } from '@playwright/test'
import { expect, test } from './src/fixtures.ts'
import { findBarriers } from './src/pages/axe.ts'
import type { BrowserWindow } from './src/pages/browser-window.ts'
import { findPost, follow, publish } from './src/pages/member-actions.ts'
import { VIEWPORTS } from './src/screens/viewports.ts'

const ada = createUniqueAccount('Ada Moor')
const ben = createUniqueAccount('Benno Gale')

/** Opens the composer and returns its field. */
async function openComposer(page: Page) {
  await page.goto('/home')
  await page.getByRole('button', { name: "What's on your mind?" }).click()
  const field = page.getByRole('dialog', { name: 'Create Post' }).getByLabel("What's on your mind?")
  await field.click()
  return field
}

const findAlerts = (page: Page) => page.getByRole('main').getByRole('listitem').filter({ hasText: 'mentioned you' })

test.describe('a mention', () => {
  test.describe.configure({ mode: 'serial' })
  let adas: BrowserWindow
  let bens: BrowserWindow

  test.beforeAll(async ({ product }) => {
    adas = await product.openSignedUp(ada)
    bens = await product.openSignedUp(ben)
    await follow(adas.page, ben)
  })
  test.afterAll(({ product }) => product.closeWindows())

  test('is chosen by the keyboard from the people whom one follows, and can be undone', async () => {
    const { page } = adas
    const field = await openComposer(page)
    await page.keyboard.type('Moss for @')
    await page.getByRole('option', { name: ben.fullName }).waitFor()
    await page.keyboard.type('benn')
    await expect(page.getByRole('listbox').getByRole('option', { selected: true })).toContainText(ben.fullName)
    expect(await findBarriers(page)).toEqual([])
    await page.keyboard.press('Enter')
    await expect(field).toHaveValue(`Moss for @${ben.username} `)
    await page.keyboard.press('ControlOrMeta+z')
    await expect(field).toHaveValue('Moss for @benn')
    await page.keyboard.press('End')
    await page.getByRole('option', { name: ben.fullName }).waitFor()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('listbox')).toBeHidden()
    await expect(field).toBeVisible()
  })

  test('reaches its member at once, who opens the post from the alert', async () => {
    const { page } = bens
    await page.goto('/alert')
    const field = await openComposer(adas.page)
    await field.fill('')
    await adas.page.keyboard.type('Fern for @benn')
    await adas.page.getByRole('option', { name: ben.fullName }).waitFor()
    await adas.page.keyboard.press('Tab')
    await adas.page.keyboard.type('and for all')
    await adas.page.keyboard.press('ControlOrMeta+Enter')
    await expect(findAlerts(page)).toContainText('mentioned you in a post')
    await expect(findAlerts(page)).toContainText(`Fern for @${ben.username} and for all`)
    await findAlerts(page).getByRole('link').first().click()
    await page.waitForURL('**/post/*')
    await findPost(page, 'Fern for')
      .getByRole('link', { name: `@${ben.username}` })
      .waitFor()
  })

  test('a tag is completed from those that one used, and a new one stays as it is written', async () => {
    const { page } = adas
    const tag = `lichen${Date.now().toString(36)}`
    await page.goto('/home')
    await publish(page, `All about #${tag}`)
    const field = await openComposer(page)
    await field.fill('')
    await page.keyboard.type('More #Lich')
    const option = page.getByRole('listbox', { name: 'Tags' }).getByRole('option', { name: `#${tag}` })
    await option.waitFor()
    expect(await findBarriers(page)).toEqual([])
    await page.keyboard.press('ArrowDown')
    await expect(option).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(field).toHaveValue(`More #Lich${tag.slice(4)} `)
    await page.keyboard.type('and #lich')
    await option.waitFor()
    await page.keyboard.press('Escape')
    await expect(option).toBeHidden()
    await expect(field).toHaveValue(`More #Lich${tag.slice(4)} and #lich`)
    await field.fill('')
  })

  test('is offered inside the window of a phone, at the end of a long text', async ({ product }) => {
    const { page } = await product.openSignedIn(ada, { viewport: VIEWPORTS.small })
    const field = await openComposer(page)
    await field.fill('A long line about moss.\n'.repeat(60))
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.type('For @b')
    const option = page.getByRole('option', { name: ben.fullName })
    await option.waitFor()
    const [list, box] = [await page.getByRole('listbox').boundingBox(), await field.boundingBox()]
    expect(list?.x).toBeGreaterThanOrEqual(0)
    expect((list?.x ?? 0) + (list?.width ?? 0)).toBeLessThanOrEqual(VIEWPORTS.small.width)
    expect((list?.y ?? 0) + (list?.height ?? 0)).toBeLessThanOrEqual(VIEWPORTS.small.height)
    expect(box?.y).toBeGreaterThanOrEqual(0)
    await option.click()
    await expect(field).toHaveValue(new RegExp(`For @${ben.username} $`))
    await expect(field).toBeFocused()
  })

  test('reaches nobody who blocks the author', async () => {
    const { page } = bens
    await page.goto(`/profile/${ada.username}`)
    await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).first().click()
    await page.getByRole('menuitem', { name: `Block @${ada.username}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Block', exact: true }).click()
    await page.getByText(`You blocked @${ada.username}`).waitFor()
    await adas.page.goto('/home')
    await publish(adas.page, `Still for @${ben.username}?`)
    const post = findPost(adas.page, 'Still for')
    await expect(post).toBeVisible()
    await expect(post.getByRole('link', { name: `@${ben.username}` })).toHaveCount(0)
    await openComposer(adas.page)
    await adas.page.keyboard.type('@benn')
    await adas.page.waitForResponse((response) => response.url().includes('/api/auth/users?') && response.ok())
    await expect(adas.page.getByRole('option', { name: ben.fullName })).toHaveCount(0) // members of other tests may be offered
    await page.goto('/alert')
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
    await expect(findAlerts(page)).toHaveCount(0)
    expect([...adas.problems, ...bens.problems]).toEqual([])
  })
})
