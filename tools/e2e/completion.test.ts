import type { CommentView, PostView } from '@meadow/contracts'
import { type ApiMember, createApiClient } from '@meadow/testing/api-client'
import { expect, test } from './src/fixtures.ts'
import { findBarriers } from './src/pages/axe.ts'
import type { BrowserWindow } from './src/pages/browser-window.ts'
import { findPost } from './src/pages/member-actions.ts'
import { VIEWPORTS } from './src/screens/viewports.ts'

const TEXT = 'Sedge beside the pond'
const COMMENT = 'First words'

test.describe('names and tags are completed', () => {
  test.describe.configure({ mode: 'serial' })
  let ada: ApiMember
  let ben: ApiMember
  let post: PostView
  let window: BrowserWindow

  test.beforeAll(async ({ product }) => {
    const { register, call, follow } = createApiClient(product.stack.url)
    ada = await register('Ada Sedge')
    ben = await register('Benno Rush')
    await follow(ada, ben)
    await call('/tags/sedgeandrush/follow', { by: ada, body: { state: true } })
    post = await call<PostView>('/posts', { by: ada, body: { content: TEXT } })
    await call<CommentView>(`/posts/${post._id}/comments`, { by: ada, body: { text: COMMENT } })
    await expect(() => call(`/posts/user/${ben.account.username}`, { by: ada })).toPass() // posts knows the member
    window = await product.openSignedIn(ada.account)
  })
  test.afterAll(({ product }) => product.closeWindows())

  test('where one edits a post, and Escape closes the list before the dialog', async () => {
    const { page } = window
    await page.goto(`/post/${post._id}`)
    await findPost(page, TEXT).getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Edit post' }).click()
    const field = page.getByRole('dialog', { name: 'Edit post' }).getByLabel('Text of your post')
    const person = page.getByRole('listbox', { name: 'People to mention' }).getByRole('option', { name: 'Benno Rush' })
    await field.press('ControlOrMeta+End')
    await page.keyboard.type(' with @benn')
    await expect(person).toHaveAttribute('aria-selected', 'true')
    await expect(field).toHaveAttribute('aria-activedescendant', (await person.getAttribute('id')) ?? 'no id')
    expect(await findBarriers(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(person).toBeHidden()
    await page.keyboard.type(' and @benn')
    await person.waitFor()
    await page.keyboard.press('Enter')
    const named = `${TEXT} with @benn and @${ben.account.username} `
    await expect(field).toHaveValue(named)
    await page.keyboard.type('#sedge')
    await page.getByRole('option', { name: '#sedgeandrush' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Tab')
    await expect(field).toHaveValue(`${named}#sedgeandrush `)
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    const edited = findPost(page, TEXT)
    await edited.getByRole('link', { name: `@${ben.account.username}` }).waitFor()
    await edited.getByRole('link', { name: '#sedgeandrush' }).waitFor()
  })

  test('where one edits a comment, and Enter saves when no list is open', async () => {
    const { page } = window
    const item = page.getByRole('main').getByRole('listitem').filter({ hasText: COMMENT })
    await item.getByRole('button', { name: 'Options' }).click()
    await page.getByRole('menuitem', { name: 'Edit comment' }).click()
    const field = page.getByLabel('Edit your comment')
    await field.press('ControlOrMeta+End')
    await page.keyboard.type(' @benn')
    await page.getByRole('option', { name: 'Benno Rush' }).waitFor()
    expect(await findBarriers(page)).toEqual([])
    await page.keyboard.press('Enter')
    await expect(field).toHaveValue(`${COMMENT} @${ben.account.username} `)
    await page.keyboard.press('Enter')
    await expect(field).toHaveCount(0)
    await item.getByRole('link', { name: `@${ben.account.username}` }).waitFor()
  })

  test('in the bio on a phone, inside the window', async ({ product }) => {
    const { page } = await product.openSignedIn(ada.account, { viewport: VIEWPORTS.small })
    await page.goto(`/profile/${ada.account.username}`)
    await page.getByRole('button', { name: 'Edit Profile' }).click()
    const field = page.getByRole('dialog', { name: 'Edit Profile' }).getByLabel('Bio')
    await field.fill('')
    await field.click()
    await page.keyboard.type('Rows with @benn')
    const person = page.getByRole('option', { name: 'Benno Rush' })
    await person.waitFor()
    const list = await page.getByRole('listbox', { name: 'People to mention' }).boundingBox()
    expect(list?.x).toBeGreaterThanOrEqual(0)
    expect((list?.x ?? 0) + (list?.width ?? 0)).toBeLessThanOrEqual(VIEWPORTS.small.width)
    expect((list?.y ?? 0) + (list?.height ?? 0)).toBeLessThanOrEqual(VIEWPORTS.small.height)
    await person.click()
    await expect(field).toHaveValue(`Rows with @${ben.account.username} `)
    await expect(field).toBeFocused()
  })

  test('without an error', () => {
    expect(window.problems).toEqual([])
  })
})
