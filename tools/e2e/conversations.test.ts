import { createUniqueAccount } from '@meadow/testing/accounts'
import { createApiClient } from '@meadow/testing/api-client'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './src/fixtures.ts'
import type { BrowserWindow } from './src/pages/browser-window.ts'
import { findPost, waitForHome } from './src/pages/member-actions.ts'
import { readSignedInMember } from './src/silent-members.ts'

const uma = createUniqueAccount('Uma Reed')
const lev = createUniqueAccount('Lev Moor')
const TEXT = 'Who has a spare pump for Saturday?'

test.describe('a conversation below a post between two members', () => {
  test.describe.configure({ mode: 'serial' })
  let umas: BrowserWindow
  let levs: BrowserWindow
  let postId: string

  test.beforeAll(async ({ product }) => {
    umas = await product.openSignedUp(uma)
    levs = await product.openSignedUp(lev)
    const calls = createApiClient(product.stack.url)
    const her = { ...(await readSignedInMember(umas.page)), account: uma }
    const him = { ...(await readSignedInMember(levs.page)), account: lev }
    await calls.makeMutualFollowers(her, him)
    const post = await calls.call<{ _id: string }>('/posts', { by: her, body: { content: TEXT } })
    postId = post._id
  })
  test.afterAll(({ product }) => product.closeWindows())

  const itemOf = (page: Page, text: string): Locator =>
    page.locator('li[data-comment-id]').filter({ hasText: text }).last()

  test('is opened by Comment with the field focused, and Back returns to the same place of the feed', async () => {
    const { page } = levs
    await page.goto('/home')
    await waitForHome(page)
    const card = findPost(page, TEXT)
    await card.getByRole('button', { name: 'Comment', exact: true }).click()
    await expect(page).toHaveURL(`/post/${postId}`)
    await expect(page.getByLabel('Write a comment')).toBeFocused()
    await page.getByLabel('Write a comment').fill('I have two.')
    await page.keyboard.press('Enter')
    await itemOf(page, 'I have two.').waitFor()
    await page.getByRole('main').getByRole('button', { name: 'Back' }).click()
    await waitForHome(page)
    await expect(card.getByText('1 comment', { exact: true })).toBeAttached()
  })

  test('has replies, which arrive live, with likes of them', async () => {
    await umas.page.goto('/home')
    await findPost(umas.page, TEXT).getByText(TEXT).click()
    await expect(umas.page).toHaveURL(`/post/${postId}`)
    await levs.page.goto(`/post/${postId}`)
    await itemOf(levs.page, 'I have two.').waitFor()

    await itemOf(umas.page, 'I have two.')
      .getByRole('button', { name: `Reply to ${lev.fullName}` })
      .click()
    await umas.page.getByLabel(`Write a reply to ${lev.fullName}`).fill('Bring the long one!')
    await umas.page.keyboard.press('Enter')
    const replies = levs.page.getByRole('list', { name: `Replies to ${lev.fullName}` })
    await replies.getByText('Bring the long one!').waitFor()
    await expect(levs.page.getByRole('heading', { name: 'Comments (2)' })).toBeVisible()
    await itemOf(levs.page, 'Bring the long one!').getByRole('button', { name: 'Like comment' }).click()
    await expect(itemOf(umas.page, 'Bring the long one!').getByText('1 like', { exact: true })).toBeAttached()
  })

  test('shows edits to the other member while they read', async () => {
    const { page } = levs
    await itemOf(page, 'I have two.').getByRole('button', { name: 'Options' }).first().click()
    await page.getByRole('menuitem', { name: 'Edit comment' }).click()
    await page.getByLabel('Edit your comment').fill('I have three.')
    await page.keyboard.press('Enter')
    await umas.page.getByText('I have three.').waitFor()
    await umas.page.getByText('edited').waitFor()
  })

  test('loses what the author of the post hides, and gets it back by Undo', async () => {
    const { page } = umas
    await itemOf(page, 'I have three.').getByRole('button', { name: 'Options' }).first().click()
    await page.getByRole('menuitem', { name: 'Hide comment' }).click()
    await expect(levs.page.getByText('I have three.')).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('I have three.').waitFor()
    await levs.page.reload()
    await levs.page.getByText('I have three.').waitFor()
  })

  test('has a link to a reply, which marks it', async () => {
    const id = await itemOf(levs.page, 'Bring the long one!').getAttribute('data-comment-id')
    await levs.page.goto(`/post/${postId}?comment=${id}`)
    await expect(levs.page.locator(`li[data-comment-id="${id}"]`)).toBeFocused()
    await levs.page.reload()
    await expect(levs.page.locator(`li[data-comment-id="${id}"]`)).toBeFocused()
  })

  test('goes with the comment that its author deletes', async () => {
    const { page } = levs
    await itemOf(page, 'I have three.').getByRole('button', { name: 'Options' }).first().click()
    await page.getByRole('menuitem', { name: 'Delete comment' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(umas.page.getByText('Bring the long one!')).toHaveCount(0)
    await expect(umas.page.getByRole('heading', { name: 'Comments (0)' })).toBeVisible()
  })

  test('shows no error but that of the link to what was deleted', () => {
    expect(umas.problems).toEqual([])
    expect(levs.problems.filter((problem) => !/status of 404 .*\/comments\//.test(problem))).toEqual([])
  })
})
