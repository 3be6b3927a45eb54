import { createUniqueAccount } from '@meadow/testing/accounts'
import { createApiClient } from '@meadow/testing/api-client'
import type { Page } from '@playwright/test'
import { expect, test } from './src/fixtures.ts'

const TEXT = 'The heron was back on the wall this morning.'

test.describe('the product without a mouse', () => {
  test.describe.configure({ mode: 'serial' })
  let page: Page
  const una = createUniqueAccount('Una Reed')
  const ivo = createUniqueAccount('Ivo Marsh')

  test.beforeAll(async ({ product }) => {
    const calls = createApiClient(product.stack.url)
    const [her, him] = [await calls.register(una), await calls.register(ivo)]
    await calls.follow(her, him)
    await calls.follow(him, her)
    ;({ page } = await product.openSignedIn(una))
  })
  test.afterAll(({ product }) => product.closeWindows())

  test('has a skip link over the bars', async () => {
    await page.goto('/home')
    await page.getByRole('button', { name: "What's on your mind?" }).waitFor()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('#content') !== null)).toBe(true)
  })

  test('publishes and likes a post, and returns the focus after each dialog', async () => {
    const prompt = page.getByRole('button', { name: "What's on your mind?" })
    await prompt.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Create Post' })
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expect(prompt).toBeFocused()
    await page.keyboard.press('n')
    await dialog.waitFor()
    await page.keyboard.type(TEXT)
    await dialog.getByRole('button', { name: 'Post', exact: true }).press('Enter')
    const post = page.locator('[data-post]').filter({ hasText: TEXT }) // it is published when it can no longer be undone
    await post.waitFor()
    await page.keyboard.press('j')
    await expect(post).toBeFocused()
    await page.keyboard.press('l')
    await post.getByText('1 like').waitFor()
    const more = post.getByRole('button', { name: 'More', exact: true })
    await more.press('ArrowDown')
    await page.getByRole('menu').waitFor()
    await page.keyboard.press('Escape')
    await expect(more).toBeFocused()
  })

  test('focuses the message field of an open chat, and replies', async () => {
    await page.goto(`/chat/${ivo.username}`)
    const field = page.getByLabel(`Message ${ivo.fullName}`)
    await expect(field).toBeFocused()
    await page.keyboard.type('Did you see the heron?')
    await page.keyboard.press('Enter')
    const message = page.getByRole('log').getByRole('article').filter({ hasText: 'Did you see the heron?' })
    await message.getByRole('button', { name: 'Reply' }).press('Enter')
    await expect(field).toBeFocused()
    await page.keyboard.press('Escape')
    await page.getByText(`Reply to ${una.fullName}`).waitFor({ state: 'detached' })
  })

  test('goes to pages by two keys, and lists the shortcuts of the page', async () => {
    await page.goto('/home')
    await page.getByRole('button', { name: "What's on your mind?" }).waitFor()
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(async () => {
      await page.keyboard.press('?') // the shortcuts of the application load when the page is idle
      await expect(list).toBeVisible({ timeout: 2_000 })
    }).toPass()
    await expect(list.getByRole('region', { name: 'On this page' })).toContainText('Like the post')
    await expect(list.getByRole('region', { name: 'Everywhere' })).toContainText('Go to Alerts')
    await page.keyboard.press('g')
    await page.keyboard.press('n')
    await page.keyboard.press('Escape')
    await expect(list).toBeHidden()
    expect(new URL(page.url()).pathname).toBe('/home')
    for (const [keys, path] of [
      ['gn', '/alert'],
      ['gm', '/inbox'],
      ['gh', '/home'],
    ] as const) {
      await page.keyboard.press(keys.charAt(0))
      await page.keyboard.press(keys.charAt(1))
      await page.waitForURL(`**${path}`)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
    }
  })

  test('focuses the search, and comments on the focused post', async () => {
    await page.goto('/friends')
    const search = page.getByLabel(/^Search by name/)
    await search.waitFor()
    await page.keyboard.press('/')
    await expect(search).toBeFocused()
    await page.keyboard.type('g h')
    await expect(search).toHaveValue('g h')
    await page.goto('/home')
    await page.getByRole('article').filter({ hasText: TEXT }).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('r')
    await expect(page.getByLabel('Write a comment')).toBeFocused()
  })

  test('opens the composer from another page', async () => {
    await page.goto('/settings/account')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect(async () => {
      await page.keyboard.press('n') // loads when the page is idle, as above
      await expect(page.getByRole('dialog', { name: 'Create Post' })).toBeVisible({ timeout: 2_000 })
    }).toPass()
  })
})
