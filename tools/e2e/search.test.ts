import { createUniqueAccount } from '@meadow/testing/accounts'
import { expect, test } from './src/fixtures.ts'
import type { BrowserWindow } from './src/pages/browser-window.ts'
import { createChatPage } from './src/pages/chat-page.ts'
import { findPost, follow, publish, reloadUntilVisible } from './src/pages/member-actions.ts'

const ada = createUniqueAccount('Ada Quillfeather')
const ben = createUniqueAccount('Ben Gale')
const DESKTOP = { width: 1440, height: 900 }
const TABLET = { width: 820, height: 1180 }
const WORD = `zinnia${Date.now().toString(36)}`

test.describe('the search', () => {
  test.describe.configure({ mode: 'serial' })
  let adas: BrowserWindow
  let bens: BrowserWindow

  test.beforeAll(async ({ product }) => {
    adas = await product.openSignedUp(ada)
    bens = await product.openSignedUp(ben)
    await adas.page.goto('/home')
    await publish(adas.page, `Seeds of ${WORD} for everybody`)
    await publish(adas.page, `No more seeds: ${WORD} is gone`)
  })
  test.afterAll(({ product }) => product.closeWindows())

  test('is reached by /, and finds posts by their words', async () => {
    const { page } = bens
    await page.goto('/home')
    const box = page.getByRole('combobox', { name: 'Search Meadow…' })
    await box.waitFor()
    await page.keyboard.press('/')
    await expect(box).toBeFocused()
    await page.keyboard.type(`${WORD} seed`)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/search?q=${WORD}+seed`)
    await expect(findPost(page, `Seeds of ${WORD}`)).toBeVisible()
    await expect(findPost(page, 'No more seeds')).toBeVisible()
    await expect
      .poll(() =>
        page.evaluate(() => [...(CSS.highlights.get('search') ?? [])].map((range) => String(range)).toSorted()),
      )
      .toEqual(['Seeds', 'seeds', WORD, WORD])
  })

  test('is also in the header of the feed, for posts', async () => {
    const { page } = bens
    await page.goto('/home')
    const button = page.getByRole('button', { name: 'Search posts' })
    const field = page.getByRole('textbox', { name: 'Search posts' })
    for (const viewport of [TABLET, DESKTOP]) {
      await page.setViewportSize(viewport)
      await button.click()
      await expect(field).toBeFocused()
      await expect(field).toBeInViewport({ ratio: 1 })
      await page.keyboard.press('Escape')
      await expect(button).toBeFocused()
    }
    await button.click()
    await field.fill(`${WORD} seed`)
    await field.press('Enter')
    await page.waitForURL(`**/search?q=${WORD}+seed`)
    await expect(findPost(page, `Seeds of ${WORD}`)).toBeVisible()
  })

  test('has filters as chips that can be removed', async () => {
    const { page } = bens
    const field = page.getByRole('textbox', { name: 'Search Meadow…' })
    await field.fill(`${WORD} -"is gone" from:${ada.username}`)
    await expect(findPost(page, 'No more seeds')).toBeHidden()
    await expect(findPost(page, `Seeds of ${WORD}`)).toBeVisible()
    await page.getByRole('button', { name: 'Remove the filter: Without “is gone”' }).click()
    await expect(findPost(page, 'No more seeds')).toBeVisible()
    await expect(field).toHaveValue(`${WORD} from:${ada.username}`)
  })

  test('finds people while their name is typed, by the keyboard alone', async () => {
    const { page } = bens
    await page.goto('/home')
    const box = page.getByRole('combobox', { name: 'Search Meadow…' })
    await box.fill('quillfea')
    await page
      .getByRole('option', { name: /^Ada Quillfeather/ })
      .first()
      .waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('option', { selected: true })).toHaveAccessibleName(/^Ada Quillfeather/)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/profile/**')
  })

  test('keeps the last searches on this device, until they are removed', async () => {
    const { page } = bens
    await page.goto('/search')
    await page.getByRole('button', { name: `${WORD} seed`, exact: true }).click()
    await page.waitForURL(`**/search?q=${WORD}+seed`)
    await page.goto('/search')
    await page.getByRole('button', { name: `Remove “${WORD} seed” from your recent searches` }).click()
    await expect(page.getByText('Find people, posts, tags and messages')).toBeVisible()
  })

  test('that was seen opens offline', async () => {
    const { page, context } = bens as BrowserWindow & { context: ReturnType<typeof bens.page.context> }
    await page.goto(`/search?q=${WORD}`)
    await expect(findPost(page, `Seeds of ${WORD}`)).toBeVisible()
    await (context ?? page.context()).setOffline(true)
    await page.getByRole('link', { name: 'Home' }).first().click()
    await page.waitForURL('**/home')
    await page.goBack()
    await expect(findPost(page, `Seeds of ${WORD}`)).toBeVisible()
    await page.context().setOffline(false)
  })

  test('leads from a tag in a post to its page, where the tag is followed, offline too', async () => {
    const { page } = bens
    const tag = `tag${WORD}`
    await page.goto('/home')
    await publish(page, `A walk with #${tag.toUpperCase()}`)
    await findPost(page, 'A walk with')
      .getByRole('link', { name: `#${tag.toUpperCase()}` })
      .click()
    await page.waitForURL(`**/tag/${tag}`)
    await expect(page.getByRole('heading', { level: 1, name: `#${tag}` })).toBeVisible()
    await expect(findPost(page, 'A walk with')).toBeVisible()
    await page.context().setOffline(true)
    await page.getByRole('button', { name: `Follow #${tag}` }).click()
    await expect(page.getByRole('button', { name: `Unfollow #${tag}` })).toBeVisible()
    const sent = page.waitForResponse((response) => response.url().endsWith(`/tags/${tag}/follow`) && response.ok())
    await page.context().setOffline(false)
    await sent
    await page.goto('/search')
    await expect(
      page.getByRole('region', { name: 'Tags you follow' }).getByRole('link', { name: `#${tag}` }),
    ).toBeVisible()
    await page.goto(`/search?q=${tag.slice(0, 12)}&tab=tags`)
    await page.getByRole('link', { name: new RegExp(`^#${tag}`) }).click()
    await page.waitForURL(`**/tag/${tag}`)
  })
  test('finds the messages of the member, and leads to their place in the conversation, offline too', async () => {
    const { page } = bens
    await follow(adas.page, ben)
    await follow(page, ada)
    await page.goto(`/chat/${ada.username}`)
    await reloadUntilVisible(page, page.getByText('Say hello to'))
    const chat = createChatPage(page)
    await chat.send(`The ${WORD} is in the shed`)
    await chat.send('See you there')
    await adas.page.goto(`/chat/${ben.username}`)
    await createChatPage(adas.page).message('See you there').waitFor() // both are stored
    await page.goto(`/search?q=${WORD.slice(0, 9)}+from%3Ame&tab=messages`)
    const found = page.getByRole('list', { name: 'Messages' }).getByRole('link', { name: /is in the shed/ })
    await expect(found).toContainText(ada.fullName)
    await expect(found.locator('mark')).toHaveText(WORD.slice(0, 9))
    await found.click()
    await page.waitForURL(`**/chat/${ada.username}?message=*`)
    await expect(chat.message(`The ${WORD} is in the shed`)).toBeInViewport()
    await page.context().setOffline(true)
    await page.goBack()
    await expect(found).toBeVisible()
    await page.context().setOffline(false)
    await page.getByRole('textbox', { name: 'Search Meadow…' }).fill(`${WORD} has:picture`)
    await expect(page.getByText('No messages found')).toBeVisible()
  })
})
