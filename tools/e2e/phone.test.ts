import { createUniqueAccount } from '@meadow/testing/accounts'
import { createApiClient } from '@meadow/testing/api-client'
import { drawSamplePicture } from '@meadow/testing/sample-pictures'
import type { Page } from '@playwright/test'
import { expect, test } from './src/fixtures.ts'
import { findSmallTargets } from './src/pages/find-small-targets.ts'
import { findPost } from './src/pages/member-actions.ts'
import { listPhoneLayers } from './src/pages/phone-layers.ts'
import { VIEWPORTS } from './src/screens/viewports.ts'

const PHONE = { viewport: VIEWPORTS.small, hasTouch: true, isMobile: true }
/** Of the small viewport, which the browser shrinks as the page asks it to: `interactive-widget=resizes-content`. */
const HEIGHT_ABOVE_KEYBOARD = 480
const TEXT = 'The path along the river is open again.'

test.describe('Back on the phone', () => {
  const ada = createUniqueAccount('Ada Moss')
  const ben = createUniqueAccount('Ben Reed')
  let page: Page
  let problems: string[]
  let postId: string

  test.beforeAll(async ({ product }) => {
    const api = createApiClient(product.stack.url)
    const [her, him] = [await api.register(ada), await api.register(ben)]
    await api.makeMutualFollowers(her, him)
    await api.sendMessage(him, her, 'Did you see the heron?')
    const url = await api.uploadPicture(her, 'post', await drawSamplePicture('noon'))
    const body = { content: TEXT, pictures: [{ url, alt: 'A heron' }] }
    const post = await api.call<{ _id: string }>('/posts', { by: her, body })
    postId = post._id
    ;({ page, problems } = await product.openSignedIn(ada, PHONE))
  })
  test.afterAll(({ product }) => product.closeWindows())

  /** Opens the page of a layer after the settings, where Back leads from the page. */
  async function openPage(path: string) {
    await page.goto('/settings/account')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.goto(path)
  }

  for (const { name, path, prepare, findOpener, findLayer } of listPhoneLayers({
    username: ada.username,
    partner: ben.username,
  })) {
    test(`closes ${name}, then leaves the page`, async () => {
      await openPage(path)
      await prepare?.(page)
      await findOpener(page).tap()
      await expect(findLayer(page)).toBeVisible()
      await page.goBack()
      await expect(findLayer(page)).toBeHidden()
      expect(new URL(page.url()).pathname).toBe(path)
      await page.goBack()
      await page.waitForURL('**/settings/account')
    })
  }

  test('offers to log out on the own profile, and not on that of others', async () => {
    const logOut = page.getByRole('button', { name: 'Log out' })
    await page.goto(`/profile/${ben.username}`)
    await page.getByRole('heading', { level: 1, name: ben.fullName }).waitFor()
    await expect(logOut).toBeHidden()
    await page.goto('/profile')
    await expect(logOut).toBeVisible()
  })

  test('leaves the page after a layer was closed by its own button', async () => {
    await openPage('/home')
    await page.getByRole('button', { name: "What's on your mind?" }).tap()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).tap()
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect.poll(() => page.evaluate(() => history.state.layer)).toBeUndefined()
    await page.goBack()
    await page.waitForURL('**/settings/account')
  })

  test('pressed twice quickly closes the layer and leaves the page', async () => {
    await page.goto('/friends')
    await page.getByRole('navigation').getByRole('link', { name: 'Home' }).tap()
    await page.getByRole('button', { name: "What's on your mind?" }).tap()
    await page.getByRole('dialog', { name: 'Create Post' }).waitFor()
    await page.evaluate(() => {
      history.back()
      history.back()
    })
    await page.waitForURL('**/friends')
    await page.getByRole('heading', { level: 1, name: 'Find Friends' }).waitFor()
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  test('leaves a page that was reloaded while a layer was open', async () => {
    await openPage(`/profile/${ada.username}`)
    await page.getByRole('button', { name: /^Open picture/ }).tap()
    await page.getByRole('dialog', { name: 'Picture' }).waitFor()
    await page.reload()
    await findPost(page, TEXT).waitFor()
    await expect.poll(() => page.evaluate(() => history.state?.layer)).toBeUndefined()
    await page.goBack()
    await page.waitForURL('**/settings/account')
  })

  test('returns from a page that a layer opened', async () => {
    await openPage(`/chat/${ben.username}`)
    await page.getByRole('button', { name: 'More', exact: true }).first().tap()
    await page.getByRole('menuitem', { name: /profile/i }).tap()
    await page.waitForURL(`**/profile/${ben.username}`)
    await page.getByRole('heading', { level: 1, name: ben.fullName }).waitFor()
    await page.goBack()
    await page.waitForURL(`**/chat/${ben.username}`)
    await page.getByRole('log').waitFor()
    await page.goBack()
    await page.waitForURL('**/settings/account')
  })

  test('does not return to a deleted post', async () => {
    await openPage(`/post/${postId}`)
    await page.getByRole('article').getByRole('button', { name: 'More', exact: true }).first().tap()
    await page.getByRole('menuitem', { name: 'Delete post' }).tap()
    await page.getByRole('dialog', { name: 'Delete post' }).getByRole('button', { name: 'Delete' }).tap()
    await page.waitForURL('**/home')
    await page.getByRole('button', { name: "What's on your mind?" }).waitFor()
    await expect.poll(() => page.evaluate(() => history.state?.layer)).toBeUndefined()
    expect(new URL(page.url()).pathname).toBe('/home')
    await page.goBack()
    await page.waitForURL('**/settings/account')
    // the page may read the post once more when its socket connects, and the post is gone then
    expect(problems.filter((text) => !text.includes(`/api/posts/${postId}`))).toEqual([])
  })
})

test.describe('the screens of the phone', () => {
  const eve = createUniqueAccount('Eve Marsh')
  const jon = createUniqueAccount('Jon Reed')
  let page: Page
  let publish: (content: string) => Promise<unknown>

  test.beforeAll(async ({ product }) => {
    const api = createApiClient(product.stack.url)
    const [her, him] = [await api.register(eve), await api.register(jon)]
    await api.makeMutualFollowers(her, him)
    await api.sendMessage(him, her, 'Did you see the heron?')
    publish = (content) => api.call('/posts', { by: her, body: { content } })
    for (let count = 0; count < 8; count++) await publish(`${count}. ${'The path along the river. '.repeat(8)}`)
    ;({ page } = await product.openSignedIn(eve, PHONE))
  })
  test.afterAll(({ product }) => product.closeWindows())

  for (const path of ['/home', '/alert', '/friends', '/inbox', `/chat/${jon.username}`, '/profile', '/settings']) {
    test(`have targets of 44 px and room for larger type: ${path.replace(jon.username, '…')}`, async () => {
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      expect(await findSmallTargets(page)).toEqual([])
      const readTitleSize = () =>
        page.evaluate(() => Number.parseFloat(getComputedStyle(document.querySelector('h1') as Element).fontSize))
      const size = await readTitleSize()
      await page.evaluate(() => (document.documentElement.style.fontSize = '24px')) // a browser's larger font size
      expect((await readTitleSize()) / size).toBeCloseTo(1.5)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    })
  }

  test('hide the bars on the way down and show them on the way up, with a button to compose', async () => {
    await page.goto(`/home`)
    await findPost(page, '7. The path').waitFor()
    const bar = page.getByRole('navigation', { name: 'Main' })
    const compose = page.getByRole('button', { name: 'Write a post' })
    await expect(bar).toBeInViewport()
    await expect(compose).toBeHidden()
    await scrollInSteps(page, 100)
    await expect(bar).not.toBeInViewport()
    await expect(page.getByRole('banner')).not.toBeInViewport()
    await compose.tap()
    await page.getByRole('dialog', { name: 'Create Post' }).waitFor()
    await page.goBack()
    await scrollInSteps(page, -60)
    await expect(bar).toBeInViewport()
    await expect(page.getByRole('banner')).toBeInViewport()
  })

  test('keep the field and what it belongs to above the keyboard, which takes a part of the page', async () => {
    const showKeyboard = () => page.setViewportSize({ ...VIEWPORTS.small, height: HEIGHT_ABOVE_KEYBOARD })
    await page.goto(`/chat/${jon.username}`)
    await expect(page.locator('meta[name=viewport]')).toHaveAttribute('content', /interactive-widget=resizes-content/)
    const newest = page.getByRole('log').getByRole('article').last()
    await newest.waitFor()
    await page.getByRole('textbox', { name: /^Message / }).tap()
    await showKeyboard()
    await expect(page.getByRole('textbox', { name: /^Message / })).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeInViewport({ ratio: 1 })
    await expect(newest).toBeInViewport({ ratio: 1 })
    await page.setViewportSize(VIEWPORTS.small)
    await page.goto('/home')
    await page.getByRole('button', { name: "What's on your mind?" }).tap()
    const composer = page.getByRole('dialog', { name: 'Create Post' })
    await composer.getByRole('textbox').fill('A line.\n'.repeat(40))
    await showKeyboard()
    await expect(composer.getByRole('button', { name: 'Post', exact: true })).toBeInViewport({ ratio: 1 })
    await expect(composer.getByRole('heading', { name: 'Create Post' })).toBeInViewport({ ratio: 1 })
    await page.setViewportSize(VIEWPORTS.small)
  })

  test('list the actions of a post one below the other', async () => {
    await page.goto('/home')
    await findPost(page, '7. The path').getByRole('button', { name: 'More', exact: true }).tap()
    const items = page.getByRole('menu').getByRole('menuitem')
    await items.first().waitFor()
    const boxes = await items.evaluateAll((all) => all.map((item) => item.getBoundingClientRect()))
    for (const [index, { left, top }] of boxes.entries()) {
      expect(left).toBe(boxes[0]?.left)
      expect(top).toBeGreaterThanOrEqual(boxes[index - 1]?.bottom ?? 0)
    }
    await page.goBack()
  })

  test('refresh when a finger pulls them down', async () => {
    await page.goto('/home')
    await findPost(page, '7. The path').waitFor()
    await page.waitForFunction(() => document.documentElement.style.overscrollBehaviorY === 'contain') // the code is loaded
    const touch = await page.context().newCDPSession(page)
    const at = (y: number) => ({ touchPoints: [{ x: 195, y }] })
    const newest = page.waitForResponse((response) => /\/api\/posts\?.*scope=/.test(response.url()))
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', ...at(300) })
    for (const y of [320, 360, 420, 480]) await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', ...at(y) })
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await newest
    await expect(page.getByText('Up to date')).toBeAttached()
  })
})

/** Scrolls as a finger does: in several frames. */
async function scrollInSteps(page: Page, step: number): Promise<void> {
  await page.evaluate(async (by) => {
    for (let count = 0; count < 6; count++) {
      scrollBy({ top: by, behavior: 'instant' })
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
  }, step)
}
