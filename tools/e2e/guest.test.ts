import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createUniqueAccount } from '@meadow/testing/accounts'
import { createApiClient } from '@meadow/testing/api-client'
import type { Page } from '@playwright/test'
import { expect, test } from './src/fixtures.ts'
import { fillSignUp, findPost } from './src/pages/member-actions.ts'

test.afterEach(({ product }) => product.closeWindows())

const author = createUniqueAccount('Greta Holm')
const TEXT = `A heron on the old bridge, ${author.username}.`
let postPath: string

test.beforeAll(async ({ product }) => {
  const { call, register } = createApiClient(product.stack.url)
  const { _id } = await call<{ _id: string }>('/posts', { by: await register(author), body: { content: TEXT } })
  postPath = `/post/${_id}`
})

async function fillSignIn(page: Page, { username, password }: { username: string; password: string }): Promise<void> {
  await page.getByLabel('Email or Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test('a guest reads the feed, likes, signs in and has liked', async ({ product }) => {
  const reader = createUniqueAccount('Runa Falk')
  await createApiClient(product.stack.url).register(reader)
  const { page } = await product.open()
  const sockets: string[] = []
  page.on('websocket', (socket) => sockets.push(socket.url()))
  await page.goto('/home')
  await page.getByRole('link', { name: 'Continue without login' }).click()
  await page.getByText('@anonymous').waitFor()
  await page.getByRole('article').first().waitFor()

  await page.goto(postPath)
  const post = findPost(page, TEXT)
  await post.getByRole('button', { name: 'Like', exact: true }).click()
  await page.getByText('the post gets your like').waitFor()
  expect(sockets).toEqual([])
  await fillSignIn(page, reader)
  await page.getByText('You liked the post').waitFor()
  await expect(findPost(page, TEXT).getByRole('button', { name: 'Like', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(page).toHaveURL(new RegExp(`${postPath}$`))
})

test('a guest comments, signs up and has commented', async ({ product }) => {
  const reader = createUniqueAccount('Sol Berge')
  const { page } = await product.open()
  await page.goto(postPath)
  await page.getByLabel('Write a comment').fill('I saw it too!')
  await page.keyboard.press('Enter')
  await page.getByText('your comment is posted').waitFor()
  await page.getByRole('link', { name: 'Sign up', exact: true }).click()
  await fillSignUp(page, reader)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByText('Your comment is posted').waitFor()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(`**${postPath}`)
  await expect(page.getByRole('listitem').filter({ hasText: 'I saw it too!' })).toBeVisible()
})

test('a guest who goes back has changed their mind, and a sign-in in another tab performs nothing', async ({
  product,
}) => {
  const reader = createUniqueAccount('Tove Lind')
  await createApiClient(product.stack.url).register(reader)
  const { page } = await product.open()
  await page.goto(`/profile/${author.username}`)
  const follow = page.getByRole('button', { name: `Follow ${author.fullName}` }).first()
  await follow.click()
  await page.getByText('and you follow them').waitFor()
  await page.goBack()
  await page.getByText('@anonymous').waitFor()
  await page.goto('/')
  await expect(page.getByText('and you follow them')).toHaveCount(0)
  await page.goto(`/profile/${author.username}`)
  await follow.click()
  await page.getByText('and you follow them').waitFor()

  const other = await page.context().newPage()
  await other.goto('/')
  await fillSignIn(other, reader)
  await page.waitForURL(`**/profile/${author.username}`)
  await expect(follow).toBeVisible()
})

test('a guest opens only posts, profiles and the feed', async ({ product }) => {
  const { page } = await product.open()
  for (const path of [
    '/home',
    '/inbox',
    '/alert',
    '/friends',
    '/settings',
    '/profile',
    `/profile/${author.username}/follow`,
  ]) {
    await page.goto(path)
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    await expect(page).toHaveURL(/:\d+\/$/)
  }
})

test('other products and browsers without scripts see what a post shows, and programs follow its author', async ({
  product,
}) => {
  const { page } = await product.open({ javaScriptEnabled: false })
  await page.goto(postPath)
  await expect(page.locator('noscript p').filter({ hasText: TEXT })).toBeVisible() // 'getByText' does not look into it
  const readTag = (selector: string, name: string) => page.locator(selector).getAttribute(name)
  expect(await readTag('meta[property="og:description"]', 'content')).toBe(TEXT)
  await page.goto(`/profile/${author.username}`)
  const feedPath = await readTag('link[type="application/atom+xml"]', 'href')
  const feed = await page.request.get(String(feedPath))
  expect(feed.headers()['content-type']).toContain('application/atom+xml')
  expect(await feed.text()).toContain(`${product.stack.url}${postPath}`)
  expect(await (await page.request.get('/sitemap.xml')).text()).toContain(`${product.stack.url}${postPath}`)
})

test('a page of another site shows the post in a frame, where it can do nothing, and only that page can be framed', async ({
  product,
}) => {
  let path = `/embed${postPath}`
  const site = createServer((_request, response) =>
    response
      .setHeader('Content-Type', 'text/html')
      .end(`<iframe src="${product.stack.url}${path}" width="550"></iframe>`),
  )
  await once(site.listen(0, '127.0.0.1'), 'listening')
  const address = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`
  const { page } = await product.open()
  await page.goto(address)
  const frame = page.frameLocator('iframe')
  await expect(frame.getByText(TEXT)).toBeVisible()
  await expect(frame.getByRole('link', { name: 'Open on Meadow' })).toHaveAttribute('target', '_blank')
  expect(await page.context().cookies(product.stack.url)).toEqual([])
  path = '/embed/post/0199a000-0000-7000-8000-000000000001'
  await page.goto(address)
  await expect(frame.getByText('This post is not available')).toBeVisible()
  path = postPath
  const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'))
  await page.goto(address)
  await refused
  site.closeAllConnections()
  site.close()
})
