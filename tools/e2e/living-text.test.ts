import { createUniqueAccount } from '@meadow/testing/accounts'
import { expect, test } from './src/fixtures.ts'
import type { BrowserWindow } from './src/pages/browser-window.ts'
import { comment, findPost, follow, publish, reloadUntilVisible } from './src/pages/member-actions.ts'

const ada = createUniqueAccount('Ada Moor')
const ben = createUniqueAccount('Ben Gale')
const HOSTILE =
  '<b>bold</b> javascript:alert(1) \u202ehttps://example.org/gpj.exe https://аррӏе.com `@nobody` @no.such.member'

test.describe('text with links and mentions', () => {
  test.describe.configure({ mode: 'serial' })
  let adas: BrowserWindow
  let bens: BrowserWindow

  test.beforeAll(async ({ product }) => {
    adas = await product.openSignedUp(ada)
    bens = await product.openSignedUp(ben)
    await follow(bens.page, ada)
  })
  test.afterAll(({ product }) => product.closeWindows())

  test('leads to addresses and to members, in the card and on the page of the post', async () => {
    const { page } = bens
    await adas.page.goto('/home')
    await publish(adas.page, `Moss for @${ben.username}: (see https://www.example.org/moss_(plant)). #moss`)
    await page.goto('/home')
    const post = findPost(page, 'Moss for')
    await reloadUntilVisible(page, post)
    const link = post.getByRole('link', { name: 'example.org/moss_(plant)' })
    await expect(link).toHaveAttribute('href', 'https://www.example.org/moss_(plant)')
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow ugc')
    await expect(post.locator('p').first()).toHaveText(
      `Moss for @${ben.username}: (see example.org/moss_(plant)). #moss`,
    )
    await post.getByRole('link', { name: `@${ben.username}` }).click()
    await page.waitForURL(`**/profile/${ben.username}`)
    await page.getByRole('heading', { level: 1, name: ben.fullName }).waitFor()
  })

  test('in a comment leads to members, too', async () => {
    const { page } = bens
    await page.goto('/home')
    const post = findPost(page, 'Moss for')
    const postId = await post.getAttribute('data-post')
    await comment(page, post, `Thank you, @${ada.username}!`)
    await page.goto(`/post/${postId}`)
    await page
      .getByRole('main')
      .getByRole('listitem')
      .getByRole('link', { name: `@${ada.username}` })
      .click()
    await page.waitForURL(`**/profile/${ada.username}`)
  })

  test('shows hostile text as it is, and where its links lead', async () => {
    await adas.page.goto('/home')
    await publish(adas.page, HOSTILE)
    const { page } = bens
    await page.goto('/home')
    const text = findPost(page, 'bold').locator('p').first()
    await reloadUntilVisible(page, text)
    await expect(text.getByRole('link')).toHaveText(['example.org/gpj.exe', 'xn--80ak6aa92e.com'])
    await expect(text).toContainText('<b>bold</b> javascript:alert(1)')
    await expect(text).toContainText('`@nobody` @no.such.member')
    expect(adas.problems).toEqual([])
    expect(bens.problems).toEqual([])
  })
})
