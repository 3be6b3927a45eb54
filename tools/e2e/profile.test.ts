import { createUniqueAccount } from '@meadow/testing/accounts'
import { createApiClient } from '@meadow/testing/api-client'
import { drawSamplePicture } from '@meadow/testing/sample-pictures'
import { expect, test } from './src/fixtures.ts'
import type { BrowserWindow } from './src/pages/browser-window.ts'
import { findPost, publish, reloadUntilVisible } from './src/pages/member-actions.ts'
import { followSilentMembers, readSignedInMember } from './src/silent-members.ts'

const ada = createUniqueAccount('Ada Thorn')
const ben = createUniqueAccount('Ben Oakes')
const TEXT = 'Moss grows on the north side, mostly.'

test.describe('two members and their profiles', () => {
  test.describe.configure({ mode: 'serial' })
  let adas: BrowserWindow
  let bens: BrowserWindow

  test.beforeAll(async ({ product }) => {
    adas = await product.openSignedUp(ada)
    bens = await product.openSignedUp(ben)
    await followSilentMembers(createApiClient(product.stack.url), await readSignedInMember(bens.page))
    await publish(adas.page, TEXT)
  })
  test.afterAll(({ product }) => product.closeWindows())

  test('find each other by a part of the name and follow', async () => {
    const { page } = bens
    const part = ada.username.slice(0, -1)
    await page.getByRole('link', { name: 'Friends' }).first().click()
    await page.getByLabel('Search by name or @username').fill(`@${part}`)
    await page.waitForURL(`**/friends?q=%40${part}`)
    const people = page.getByRole('region', { name: 'People' })
    await people.getByRole('button', { name: `Follow ${ada.fullName}` }).click()
    await people.getByRole('button', { name: `Following ${ada.fullName}` }).waitFor()
    await expect(people.getByRole('listitem')).toHaveCount(1)
  })

  test('reach the posts by their count, and the composer from an empty profile', async ({ product }) => {
    const { page, problems } = await product.openSignedUp(createUniqueAccount('Nora Vale'))
    await page.goto(`/profile/${ada.username}?tab=likes`)
    await page.getByRole('main').getByRole('link', { name: '1 Post' }).click()
    await expect(page.getByRole('tabpanel', { name: 'Posts' })).toBeFocused()
    await findPost(page, TEXT).waitFor()
    await page.goto('/profile')
    await page.getByRole('link', { name: 'Write a post' }).click()
    await page.getByRole('dialog', { name: 'Create Post' }).getByLabel("What's on your mind?").waitFor()
    expect(problems).toEqual([])
    await page.context().close()
  })

  test('see their followers and whom they follow', async () => {
    const { page } = bens
    await page.getByRole('region', { name: 'People' }).getByRole('link', { name: ada.fullName }).click()
    await page.getByRole('link', { name: '1 Follower' }).click()
    const list = page.getByRole('tabpanel')
    await list.getByRole('link', { name: ben.fullName }).waitFor()
    await page.getByRole('tab', { name: 'Followers' }).focus()
    await page.keyboard.press('ArrowRight')
    await list.getByText('No following yet').waitFor()
    await expect(page).toHaveURL(/\?tab=following$/)
    await page.getByRole('button', { name: 'Back' }).click()
    await page.getByRole('heading', { level: 1, name: ada.fullName }).waitFor()
  })

  test('show a new name and picture immediately to their owner, and to the other member after a refresh', async () => {
    const { page } = adas
    await page.getByRole('link', { name: 'Edit Profile' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Profile' })
    await dialog.getByLabel('Full Name').fill('Ada Fern')
    await dialog.getByLabel('Bio').fill('Mosses, ferns, patience.')
    await dialog.getByLabel('Website').fill('ferns.example')
    const picture = { name: 'me.png', mimeType: 'image/png', buffer: await drawSamplePicture('noon') }
    await dialog.locator('input[type=file]').last().setInputFiles(picture)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { level: 1, name: 'Ada Fern' }).waitFor()
    await page.getByRole('link', { name: 'ferns.example' }).waitFor()
    await findPost(page, TEXT).getByText('Ada Fern').waitFor()

    await bens.page.goto('/home')
    const post = findPost(bens.page, TEXT)
    await reloadUntilVisible(bens.page, post.getByText('Ada Fern'))
    await expect(post.locator('img').first()).toHaveAttribute('src', /^\/media\/p\//)
  })

  test('show no error and violate no security policy', () => {
    expect(adas.problems).toEqual([])
    expect(bens.problems).toEqual([])
  })
})
