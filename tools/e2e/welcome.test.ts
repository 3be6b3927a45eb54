import type { PostView } from '@meadow/contracts'
import { createUniqueAccount } from '@meadow/testing/accounts'
import { type ApiClient, createApiClient } from '@meadow/testing/api-client'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './src/fixtures.ts'
import { fillSignUp, findPost } from './src/pages/member-actions.ts'

const INTERESTS = ['choirs', 'cycling', 'night_sky']
const INTEREST_LABELS = ['Choirs', 'Cycling', 'Night sky']
const FOLLOW_BUTTON = /^Follow (?!five)/

test.afterEach(({ product }) => product.closeWindows())

/** Registers six members who have the interests of the test, and a post each. */
async function addLikeMindedMembers({ register, edit, call }: ApiClient): Promise<void> {
  for (const name of ['Ana Costa', 'Ben Ito', 'Cleo Park', 'Dan Roth', 'Eva Lind', 'Finn Okafor']) {
    const member = await register(name)
    await edit(member, { interests: INTERESTS })
    await call('/posts', { by: member, body: { content: `A first line by ${member.account.username}` } })
  }
}

/** Follows the first suggested member who is not followed yet. Returns the username. */
async function followNext(panel: Locator): Promise<string> {
  const row = panel.getByRole('listitem').filter({ has: panel.page().getByRole('button', { name: FOLLOW_BUTTON }) })
  const link = await row.first().getByRole('link').getAttribute('href')
  await row.first().getByRole('button', { name: FOLLOW_BUTTON }).click()
  return String(link).replace('/profile/', '')
}

async function openSignUp(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByRole('link', { name: 'Sign up' }).click()
  await page.getByRole('heading', { name: 'Create your account' }).waitFor()
}

test('a new member picks interests, follows five people, and sees the feed fill without a reload', async ({
  product,
}) => {
  await addLikeMindedMembers(createApiClient(product.stack.url))
  const { page, problems } = await product.open()
  await openSignUp(page)
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
  await fillSignUp(page, createUniqueAccount('Nora Vale'))
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('heading', { name: 'Welcome to Meadow!' }).waitFor()
  await page.getByRole('button', { name: 'Go to Home' }).click()

  await expect(page.getByText("Here's what your people are up to.")).toBeHidden()
  await expect(page.getByText('Pro Member')).toBeHidden()
  const tips = page.getByRole('region', { name: 'Settle in' })
  await tips.getByRole('button', { name: 'Write your first post' }).click()
  await page.getByRole('dialog', { name: 'Create Post' }).waitFor()
  await page.keyboard.press('Escape')
  await expect(tips.getByRole('link', { name: 'Add a picture' })).toHaveAttribute('href', /^\/profile\/nora/)
  const interests = page.getByRole('region', { name: 'What do you like?' })
  for (const label of INTEREST_LABELS) await interests.getByRole('checkbox', { name: label }).check()
  await interests.getByRole('button', { name: 'Continue' }).click()

  const people = page.getByRole('region', { name: 'Follow five people' })
  await expect(people.getByText(/^Also likes (Choirs|Cycling|Night sky)/).first()).toBeVisible()
  for (let count = 1; count <= 5; count += 1) {
    const username = await followNext(people)
    await expect(page.getByRole('article').first()).toContainText(`@${username}`)
    if (count < 5) await expect(people.getByText(`${count} of 5`)).toBeVisible()
  }
  await expect(page.getByText("You see everyone's posts for now.")).toBeHidden()
  await expect(page.getByText("Here's what your people are up to.")).toBeVisible()
  await people.getByRole('button', { name: 'Show my feed' }).click()
  await expect(people).toBeHidden()
  await expect(page.getByRole('article').first()).toBeVisible()
  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)
  expect(problems).toEqual([])
})

test('the interests of a new member bring posts with their tags into Discover, which says why', async ({ product }) => {
  const { register, call } = createApiClient(product.stack.url)
  const author = await register('Gil Moreau')
  const content = `A comet above the mill of ${author.account.username} #nightsky`
  const { _id } = await call<PostView>('/posts', { by: author, body: { content } })
  // Comments rank it before the posts of other tests.
  for (let count = 0; count < 8; count += 1)
    await call(`/posts/${_id}/comments`, { by: author, body: { text: `Night ${count}` } })
  const listTagged = async () =>
    (await call<{ posts: PostView[] }>('/tags/nightsky/posts?limit=10', { by: author })).posts.map(
      (post) => post.content,
    )
  await expect.poll(listTagged).toContain(content) // tags are indexed after the post

  const { page, problems } = await product.open()
  await openSignUp(page)
  await fillSignUp(page, createUniqueAccount('Ida Voss'))
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('button', { name: 'Go to Home' }).click()
  const interests = page.getByRole('region', { name: 'What do you like?' })
  for (const label of INTEREST_LABELS) await interests.getByRole('checkbox', { name: label }).check()
  const followed = page.waitForResponse('**/api/tags/nightsky/follow')
  await interests.getByRole('button', { name: 'Continue' }).click()
  expect((await followed).status()).toBe(200)
  await page.getByRole('region', { name: 'Follow five people' }).getByRole('button', { name: 'Skip' }).click()
  await page.getByRole('link', { name: 'Discover', exact: true }).click()
  await expect(findPost(page, content).getByText('You follow #nightsky')).toBeVisible()
  expect(problems).toEqual([])
})

test('a new member who skips the welcome is told how many people to follow, and does not see it again', async ({
  product,
}) => {
  await addLikeMindedMembers(createApiClient(product.stack.url))
  const { page } = await product.open()
  await openSignUp(page)
  await fillSignUp(page, createUniqueAccount('Otis Wren'))
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('link', { name: 'Connect with people' }).click()
  await page.getByRole('region', { name: 'What do you like?' }).getByRole('button', { name: 'Skip' }).click()
  await page.getByRole('region', { name: 'Follow five people' }).getByRole('button', { name: 'Skip' }).click()
  await page.getByText('Follow 5 more people').waitFor()
  const suggestions = page.getByRole('region', { name: 'Who to Follow' })
  const username = await followNext(suggestions)
  await page.getByText('Follow 4 more people').waitFor()
  await page.reload()
  await page.getByText('Follow 4 more people').waitFor()
  await expect(page.getByRole('region', { name: 'Follow five people' })).toBeHidden()
  expect(username).not.toBe('')
})

test('a tip after the sign-up opens the composer, and the remembered page follows the success page', async ({
  product,
}) => {
  const account = createUniqueAccount('Pia Moor')
  const { page } = await product.open()
  await page.goto('/settings')
  await page.getByRole('link', { name: 'Sign up' }).click()
  await fillSignUp(page, account)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(/\/settings(\/account)?$/) // wide windows go on to the account
  await page.goto('/home')
  await page.getByRole('region', { name: 'What do you like?' }).waitFor()

  const other = (await product.open()).page
  await openSignUp(other)
  await fillSignUp(other, createUniqueAccount('Quin Hale'))
  await other.getByRole('button', { name: 'Create account' }).click()
  await other.getByRole('link', { name: 'Share your first post' }).click()
  const composer = other.getByRole('dialog', { name: 'Create Post' })
  await composer.getByLabel("What's on your mind?").fill('Hello, meadow.')
  await composer.getByRole('button', { name: 'Post', exact: true }).click()
  await findPost(other, 'Hello, meadow.').first().waitFor()
})

test('the checklist knows the rules of the server, and an error is said until it is mended', async ({ product }) => {
  const account = createUniqueAccount('Rosa Fenwick')
  const { page } = await product.open()
  await openSignUp(page)
  await fillSignUp(page, { ...account, password: 'fenwick84' })
  const rule = (text: string) => page.getByRole('listitem').filter({ hasText: text })
  await expect(rule('Not your name or email')).toContainText('not met yet')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('Your name, username, email or Meadow is too easy to guess')).toHaveCount(1)
  await page.getByLabel('Password', { exact: true }).fill('iloveyou')
  await expect(page.getByText('Your name, username, email or Meadow is too easy to guess')).toHaveCount(0)
  await expect(rule('Not your name or email')).not.toContainText('not met yet')
  await expect(rule('Not too common')).toContainText('not met yet')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('Passwords do not match')).toHaveCount(1)
  await page.getByLabel('Password', { exact: true }).fill('fenwick84')
  await expect(page.getByText('Passwords do not match')).toHaveCount(0)

  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByLabel('Confirm password', { exact: true }).fill(account.password)
  await createApiClient(product.stack.url).register(account)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('This username is taken')).toHaveCount(1)
  await expect(page.getByRole('alert').filter({ hasText: /^Already taken$/ })).toHaveCount(1) // the banner
  await expect(page.getByLabel('Username')).toBeFocused()
})
