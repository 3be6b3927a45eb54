import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createUniqueAccount } from '@meadow/testing/accounts'
import { createApiClient } from '@meadow/testing/api-client'
import type { Locator, Page } from 'playwright-core'
import { openProduct, type Product } from './src/open-product.ts'
import { signIn } from './src/pages/member-actions.ts'

const TEXT = 'The heron was back on the wall this morning.'

describe('the product without a mouse', () => {
  let product: Product
  let page: Page
  const una = createUniqueAccount('Una Reed')
  const ivo = createUniqueAccount('Ivo Marsh')

  beforeAll(async () => {
    product = await openProduct()
    const calls = createApiClient(product.stack.url)
    const [her, him] = [await calls.register(una), await calls.register(ivo)]
    await calls.follow(her, him)
    await calls.follow(him, her)
    ;({ page } = await product.open())
    await signIn(page, una)
  })
  afterAll(async () => product?.[Symbol.asyncDispose]())

  const waitForFocus = (element: Locator) => element.and(page.locator(':focus')).waitFor()

  it('has a skip link over the bars', async () => {
    await page.goto('/home')
    await page.getByRole('button', { name: "What's on your mind?" }).waitFor()
    await page.keyboard.press('Tab')
    await waitForFocus(page.getByRole('link', { name: 'Skip to content' }))
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('#content') !== null)).toBe(true)
  })

  it('publishes and likes a post, and returns the focus after each dialog', async () => {
    const prompt = page.getByRole('button', { name: "What's on your mind?" })
    await prompt.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Create Post' })
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await waitForFocus(prompt)
    await page.keyboard.press('n')
    await dialog.waitFor()
    await page.keyboard.type(TEXT)
    await dialog.getByRole('button', { name: 'Post', exact: true }).press('Enter')
    const post = page.getByRole('article').filter({ hasText: TEXT })
    await post.waitFor()
    await page.keyboard.press('j')
    await waitForFocus(post)
    await page.keyboard.press('l')
    await post.getByText('1 like').waitFor()
    const more = post.getByRole('button', { name: 'More' })
    await more.press('ArrowDown')
    await page.getByRole('menu').waitFor()
    await page.keyboard.press('Escape')
    await waitForFocus(more)
  })

  it('focuses the message field of an open chat, and replies', async () => {
    await page.goto(`/chat/${ivo.username}`)
    const field = page.getByLabel(`Message ${ivo.fullName}`)
    await waitForFocus(field)
    await page.keyboard.type('Did you see the heron?')
    await page.keyboard.press('Enter')
    const message = page.getByRole('log').getByRole('article').filter({ hasText: 'Did you see the heron?' })
    await message.getByRole('button', { name: 'Reply' }).press('Enter')
    await waitForFocus(field)
    await page.keyboard.press('Escape')
    await page.getByText(`Reply to ${una.fullName}`).waitFor({ state: 'detached' })
  })
})
