import { type ApiClient, type ApiMember, createApiClient } from '@meadow/testing/api-client'
import type { CDPSession, Locator, Page } from '@playwright/test'
import { expect, test } from './src/fixtures.ts'
import { createChatPage } from './src/pages/chat-page.ts'
import { disconnect, reconnect } from './src/pages/connection.ts'
import { reloadUntilVisible } from './src/pages/member-actions.ts'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
/** The largest height of a row of the inbox in px. */
const MAX_ROW_HEIGHT_PX = 64
/** The smallest height of a touch target in px. */
const MIN_TARGET_PX = 44

type Point = { x: number; y: number }
type Touch = { touch: CDPSession; start: Point }

/** Puts a finger on a message. */
async function touchMessage(page: Page, message: Locator): Promise<Touch> {
  const touch = await page.context().newCDPSession(page)
  const box = await message.boundingBox()
  if (!box) throw new Error('The message is not on the screen')
  const start = { x: Math.max(box.x, 40) + 10, y: box.y + box.height / 2 }
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [start] })
  return { touch, start }
}

/** Moves the finger to the right in steps. */
async function moveRight({ touch, start }: Touch, distance: number): Promise<void> {
  for (let moved = 10; moved <= distance; moved += 10) {
    const point = { x: start.x + moved, y: start.y }
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point] })
  }
}
const lift = ({ touch }: Touch) => touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })

test.describe('a conversation on the phone', () => {
  let calls: ApiClient
  let ada: ApiMember
  let ben: ApiMember

  test.beforeAll(async ({ product }) => {
    calls = createApiClient(product.stack.url)
  })
  test.beforeEach(async () => {
    ada = await calls.register('Ada Vale')
    ben = await calls.register('Ben Shore')
  })
  test.afterAll(({ product }) => product.closeWindows())

  test('replies by a swipe, and not by a short one', async ({ product }) => {
    await calls.makeMutualFollowers(ada, ben)
    await calls.sendMessage(ben, ada, 'Tea at four?')
    const { page } = await product.openSignedIn(ada.account, PHONE)
    await page.goto(`/chat/${ben.account.username}`)
    const message = createChatPage(page).message('Tea at four?').getByText('Tea at four?')
    const short = await touchMessage(page, message)
    await moveRight(short, 40)
    await page.locator('[data-swipe="started"]').waitFor()
    await lift(short)
    await expect(page.locator('[data-swipe]')).toHaveCount(0)
    await expect(page.getByText('Reply to Ben Shore')).toHaveCount(0)
    const long = await touchMessage(page, message)
    await moveRight(long, 90)
    await page.locator('[data-swipe="far"]').waitFor()
    await lift(long)
    await page.getByText('Reply to Ben Shore').waitFor()
  })

  test('opens the menu alone on a long press, and selects no text', async ({ product }) => {
    await calls.makeMutualFollowers(ada, ben)
    await calls.sendMessage(ben, ada, 'Tea at four?')
    const { page } = await product.openSignedIn(ada.account, PHONE)
    await page.goto(`/chat/${ben.account.username}`)
    const message = createChatPage(page).message('Tea at four?')
    const press = await touchMessage(page, message.getByText('Tea at four?'))
    await page.getByRole('menuitem', { name: 'Copy' }).waitFor()
    await lift(press)
    await expect(message.getByRole('button', { name: 'Actions' }).locator('..')).toHaveCSS('opacity', '0')
    expect(await page.evaluate(() => String(getSelection()))).toBe('')
    await page.goBack()
    await expect(page.getByRole('menu')).toHaveCount(0)
    await expect(page).toHaveURL(/\/chat\//)
  })

  test('shows rows of the inbox in a line, and the arrow goes back to it', async ({ product }) => {
    await calls.makeMutualFollowers(ada, ben)
    await calls.sendMessage(ben, ada, 'Tea at four?')
    const { page } = await product.openSignedIn(ada.account, PHONE)
    await page.goto('/inbox')
    const row = page.getByRole('list', { name: 'Conversations' }).getByRole('link')
    await row.waitFor()
    expect((await row.boundingBox())?.height).toBeLessThanOrEqual(MAX_ROW_HEIGHT_PX)
    const badge = await row.getByText('1', { exact: true }).locator('..').boundingBox()
    expect(Math.abs((badge?.width ?? 0) - (badge?.height ?? 1))).toBeLessThan(1)
    const before = await page.evaluate(() => history.length)
    await row.tap()
    await page.getByRole('link', { name: 'Back to Messages' }).tap()
    await expect(page).toHaveURL(/\/inbox$/)
    expect(await page.evaluate(() => history.length)).toBe(before + 1)
  })

  test('says why one cannot write, and shows the field when the other follows back', async ({ product }) => {
    await calls.call('/users/privacy', { by: ben, body: { allowRequests: false }, method: 'PUT' })
    const { page } = await product.openSignedIn(ada.account, PHONE)
    await page.goto(`/chat/${ben.account.username}`)
    await reloadUntilVisible(page, page.getByText("You can't message this person now."))
    await page.getByRole('button', { name: 'Follow Ben Shore' }).tap()
    await page.getByText('as soon as Ben Shore follows you back').waitFor()
    await calls.follow(ben, ada)
    await createChatPage(page).field.waitFor()
  })

  test('shows the offline bar above a conversation, and what waits', async ({ product }) => {
    await calls.makeMutualFollowers(ada, ben)
    const { page } = await product.openSignedIn(ada.account, PHONE)
    await page.goto(`/chat/${ben.account.username}`)
    const chat = createChatPage(page)
    await chat.field.waitFor()
    const header = page.getByRole('link', { name: 'Back to Messages' })
    const topBefore = (await header.boundingBox())?.y ?? 0
    await disconnect(page.context())
    await chat.send('Tea at four?')
    await expect(page.getByText('You are offline')).toBeInViewport({ ratio: 1 })
    const button = page.getByRole('button', { name: '1 action waits to be sent' })
    const box = await button.boundingBox()
    expect(box?.height).toBeGreaterThanOrEqual(MIN_TARGET_PX)
    expect((await header.boundingBox())?.y).toBeGreaterThanOrEqual(topBefore + (box?.height ?? 0))
    await expect(chat.field).toBeInViewport({ ratio: 1 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.viewport.width)
    await button.tap()
    const list = page.getByRole('dialog', { name: 'Waiting to be sent' })
    await list.getByText('Tea at four?').waitFor()
    await list.getByRole('button', { name: 'Close' }).tap()
    await reconnect(page.context())
    await expect(page.getByText('You are offline')).toBeHidden()
    await expect(button).toBeHidden()
    await expect.poll(async () => (await header.boundingBox())?.y).toBe(topBefore)
  })
})
