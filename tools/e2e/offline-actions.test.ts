import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { CommentView, NotificationView, PostView, ProfileView } from '@meadow/contracts'
import { type ApiClient, type ApiMember, createApiClient } from '@meadow/testing/api-client'
import { openBrowserProfile } from '@meadow/testing/browser'
import { drawSamplePicture } from '@meadow/testing/sample-pictures'
import type { Page } from '@playwright/test'
import { expect, test } from './src/fixtures.ts'
import { PAGE_WITHOUT_APP } from './src/open-product.ts'
import { disconnect, reconnect } from './src/pages/connection.ts'
import { findPost, waitForHome } from './src/pages/member-actions.ts'
import { countStoredEntries } from './src/pages/stored-outbox.ts'

let calls: ApiClient
let url: string

test.beforeAll(({ product }) => {
  url = product.stack.url
  calls = createApiClient(url)
})
test.afterEach(({ product }) => product.closeWindows())

/** Registers Ada and Ben, whom she follows, so that she sees his posts. */
async function registerFriends(): Promise<{ ada: ApiMember; ben: ApiMember }> {
  const [ada, ben] = [await calls.register('Ada Moss'), await calls.register('Ben Reed')]
  return { ada, ben }
}
/** Makes a text unique: the feeds of a run show the posts of all its members. */
const sign = (text: string, { account }: ApiMember) => `${text} ${account.username}`
const writePost = (by: ApiMember, text: string) =>
  calls.call<PostView>('/posts', { by, body: { content: sign(text, by) } })
const readPost = (by: ApiMember, id: string) => calls.call<PostView>(`/posts/${id}`, { by })
const readPostsOf = async (member: ApiMember) =>
  (await calls.call<{ posts: PostView[] }>(`/posts/user/${member.account.username}`, { by: member })).posts
const readComments = async (by: ApiMember, postId: string) =>
  (await calls.call<{ comments: CommentView[] }>(`/posts/${postId}/comments`, { by })).comments.map(({ text }) => text)
const readProfile = async (by: ApiMember, member: ApiMember) =>
  (await calls.call<{ user: ProfileView }>(`/auth/profile/${member._id}`, { by })).user

/** Runs actions without a network, and waits until the browser has stored this many entries. */
async function actOffline(page: Page, expectedEntries: number, act: () => Promise<void>): Promise<void> {
  await disconnect(page.context())
  await act()
  await expect.poll(() => countStoredEntries(page)).toBe(expectedEntries)
}

/** Connects the browser again, and waits until the outbox is empty. */
async function sendAll(page: Page): Promise<void> {
  await reconnect(page.context())
  await expect.poll(() => countStoredEntries(page)).toBe(0)
}

async function writeComment(page: Page, text: string, scope = page.getByRole('article').first()): Promise<void> {
  const field = scope.getByLabel('Write a comment')
  if (!(await field.isVisible())) await scope.hover()
  await field.fill(text)
  await field.press('Enter')
}

async function writePostOffline(page: Page, text: string, pictures: Buffer[] = []): Promise<void> {
  await page.getByRole('button', { name: "What's on your mind?" }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Post' })
  await dialog.getByLabel("What's on your mind?").fill(text)
  const files = pictures.map((buffer, index) => ({ name: `${index}.png`, mimeType: 'image/png', buffer }))
  if (files.length > 0) await dialog.locator('input[type=file]').setInputFiles(files)
  await dialog.getByRole('button', { name: 'Post', exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
}

const waitingPost = (page: Page) => page.getByRole('article', { name: 'Your post, not published yet' })

test.describe('what a member does offline', () => {
  test('like, comment and post with pictures are shown as waiting, and sent once', async ({ product }) => {
    const { ada, ben } = await registerFriends()
    const post = await writePost(ben, 'The first swallows.')
    const { page } = await product.openSignedIn(ada.account)
    const card = findPost(page, post.content)
    await card.hover()
    await card.getByLabel('Write a comment').waitFor() // its code is loaded
    await page.getByRole('button', { name: "What's on your mind?" }).click()
    await page.getByRole('dialog', { name: 'Create Post' }).getByRole('button', { name: 'Close' }).click()

    const picture = await drawSamplePicture()
    const text = sign('From the train', ada)
    await actOffline(page, 3, async () => {
      await card.getByRole('button', { name: 'Like', exact: true }).click()
      await writeComment(page, 'Lovely!', card)
      await writePostOffline(page, text, [picture, picture])
    })
    await expect(card.getByRole('button', { name: 'Like', exact: true })).toHaveAttribute('aria-pressed', 'true')
    await expect(card.getByText('Lovely!')).toBeVisible()
    await expect(card.getByText('Waiting for a connection')).toBeVisible()
    await expect(waitingPost(page).getByText(text)).toBeVisible()
    await expect(waitingPost(page).getByRole('img', { name: /Preview/ })).toHaveCount(2)
    expect(await readPost(ben, post._id)).toMatchObject({ likesCount: 0, commentsCount: 0 })

    await sendAll(page)
    expect(await readPost(ben, post._id)).toMatchObject({ likesCount: 1, commentsCount: 1 })
    expect(await readComments(ben, post._id)).toEqual(['Lovely!'])
    const posts = await readPostsOf(ada)
    expect(posts.map(({ content, pictures }) => [content, pictures.length])).toEqual([[text, 2]])
    await expect(findPost(page, text)).toHaveCount(1)
    await expect(waitingPost(page)).toHaveCount(0)
    await expect(card.getByText('1 like', { exact: true })).toBeAttached()
    await expect(card.getByText('1 comment', { exact: true })).toBeAttached()
  })

  test('like, then unlike, sends nothing', async ({ product }) => {
    const { ada, ben } = await registerFriends()
    const post = await writePost(ben, 'Bread again.')
    const { page } = await product.openSignedIn(ada.account)
    const like = findPost(page, post.content).getByRole('button', { name: 'Like', exact: true })
    await like.waitFor()
    const sent: string[] = []
    page.on('request', (request) => request.url().endsWith('/like') && sent.push(request.url()))
    await actOffline(page, 1, () => like.click())
    await actOffline(page, 0, () => like.click())
    await expect(like).toHaveAttribute('aria-pressed', 'false')
    await reconnect(page.context())
    await page.reload()
    await waitForHome(page)
    expect(sent).toEqual([])
    expect(await readPost(ben, post._id)).toMatchObject({ likesCount: 0, rev: post.rev })
  })

  test('a comment on a post that waits is sent after it', async ({ product }) => {
    const { ada } = await registerFriends()
    const { page } = await product.openSignedIn(ada.account)
    await actOffline(page, 2, async () => {
      await writePostOffline(page, 'Who comes along?')
      await waitingPost(page).getByRole('button', { name: 'Comment', exact: true }).click()
      await writeComment(page, 'Thursday at six.', waitingPost(page))
    })
    await expect(waitingPost(page).getByText('Thursday at six.')).toBeVisible()
    await sendAll(page)
    const [post] = await readPostsOf(ada)
    expect(post).toMatchObject({ content: 'Who comes along?', commentsCount: 1 })
    expect(await readComments(ada, post?._id ?? '')).toEqual(['Thursday at six.'])
  })

  test('a post that was undone is not sent, nor the comment on it', async ({ product }) => {
    const { ada } = await registerFriends()
    const { page } = await product.openSignedIn(ada.account)
    await actOffline(page, 2, async () => {
      await writePostOffline(page, 'Never mind')
      await waitingPost(page).getByRole('button', { name: 'Comment', exact: true }).click()
      await writeComment(page, 'Me neither', waitingPost(page))
    })
    await actOffline(page, 0, () => waitingPost(page).getByRole('button', { name: 'Undo' }).click())
    await expect(waitingPost(page)).toHaveCount(0)
    await reconnect(page.context())
    await page.reload()
    await waitForHome(page)
    expect(await readPostsOf(ada)).toEqual([])
  })

  test('a comment on a post that was deleted meanwhile says why it was refused, and can be discarded', async ({
    product,
  }) => {
    const { ada, ben } = await registerFriends()
    const post = await writePost(ben, 'Soon gone')
    const { page } = await product.openSignedIn(ada.account)
    await page.goto(`/post/${post._id}`)
    await page.getByLabel('Write a comment').waitFor()
    await actOffline(page, 1, () => writeComment(page, 'Wait!'))
    await calls.call(`/posts/${post._id}`, { by: ben, method: 'DELETE' })
    await reconnect(page.context())
    await page.getByText('Post not found').waitFor()
    const comments = page.getByRole('list', { name: 'Your comments that are not sent yet' })
    await expect(comments.getByText('Wait!')).toBeVisible()
    await comments.getByText('This post was deleted, so your comment could not be added.').waitFor()
    await comments.getByRole('button', { name: 'Discard' }).click()
    await expect.poll(() => countStoredEntries(page)).toBe(0)
    await expect(comments).toHaveCount(0)
    await expect(page.getByText('Post not found')).toBeVisible()
  })

  test('follow, profile edit and deletion are sent once', async ({ product }) => {
    const { ada, ben } = await registerFriends()
    const { content } = await writePost(ada, 'To be deleted')
    const { page } = await product.openSignedIn(ada.account)
    await page.goto(`/profile/${ben.account.username}`)
    const main = page.getByRole('main')
    await main.getByRole('button', { name: `Follow ${ben.account.fullName}` }).waitFor()
    await actOffline(page, 1, () => main.getByRole('button', { name: `Follow ${ben.account.fullName}` }).click())
    await main.getByRole('button', { name: `Following ${ben.account.fullName}` }).waitFor()
    await sendAll(page)
    await expect.poll(() => readProfile(ben, ben)).toMatchObject({ followerCount: 1 })

    await page.goto('/profile')
    await findPost(page, content).waitFor()
    await page.getByRole('button', { name: 'Edit Profile' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Edit Profile' })
    await dialog.getByLabel('Full Name').fill('Ada M. Moss')
    await actOffline(page, 1, () => dialog.getByRole('button', { name: 'Save' }).click())
    await page.getByText('Saved when you are online again').waitFor()
    await page.getByRole('heading', { level: 1, name: 'Ada M. Moss' }).waitFor()
    await actOffline(page, 2, async () => {
      await findPost(page, content).getByRole('button', { name: 'More', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Delete post' }).click()
      await page.getByRole('dialog', { name: 'Delete post' }).getByRole('button', { name: 'Delete' }).click()
    })
    await expect(findPost(page, content)).toHaveCount(0)
    await sendAll(page)
    const counted = { fullName: 'Ada M. Moss', postCount: 0, followingCount: 1 } // the counts arrive by events
    await expect.poll(() => readProfile(ben, ada)).toMatchObject(counted)
    expect(await readPostsOf(ada)).toEqual([])
  })

  test('read marks of alerts are sent at the next connection', async ({ product }) => {
    const { ada, ben } = await registerFriends()
    await calls.follow(ben, ada)
    const readAlerts = async () =>
      (await calls.call<{ notifications: NotificationView[] }>('/posts/notifications', { by: ada })).notifications
    await expect.poll(async () => (await readAlerts()).length).toBe(1)
    const { page } = await product.openSignedIn(ada.account)
    await page.addInitScript(() => {
      IntersectionObserver.prototype.observe = () => undefined // an alert that is seen for a moment would be marked by itself
    })
    await page.goto('/alert')
    const markAll = page.getByRole('button', { name: 'Mark all read' })
    await markAll.waitFor()
    await disconnect(page.context())
    await markAll.click()
    await page.getByRole('button', { name: 'Mark as read' }).waitFor({ state: 'detached' })
    await expect.poll(() => countStoredEntries(page)).toBeGreaterThan(0)
    expect(await readAlerts()).toMatchObject([{ isRead: false }])
    await sendAll(page)
    expect(await readAlerts()).toMatchObject([{ isRead: true }])
  })

  test('is sent once by two tabs', async ({ product }) => {
    const { ada } = await registerFriends()
    const { page: first } = await product.openSignedIn(ada.account)
    const second = await first.context().newPage()
    await second.goto('/home')
    await waitForHome(second)
    const contents = ['From the second tab', 'From the first tab'].map((text) => sign(text, ada))
    const [ofSecond = '', ofFirst = ''] = contents
    await actOffline(first, 1, () => writePostOffline(first, ofFirst))
    await waitingPost(second).getByText(ofFirst).waitFor()
    await actOffline(second, 2, () => writePostOffline(second, ofSecond))
    await sendAll(first)
    expect((await readPostsOf(ada)).map(({ content }) => content)).toEqual(contents)
    for (const page of [first, second]) {
      await expect(waitingPost(page)).toHaveCount(0)
      for (const content of contents) await expect(findPost(page, content)).toHaveCount(1)
    }
  })
})

test('what a member did offline survives a killed browser, and is sent once by the next', async () => {
  const { ada, ben } = await registerFriends()
  const post = await writePost(ben, 'Early bird.')
  const text = sign('Written before the battery died', ada)
  const folder = await mkdtemp(join(tmpdir(), 'meadow-profile-'))
  try {
    const killedPage = await openSignedInProfile(folder, ada)
    const card = findPost(killedPage, post.content)
    await card.hover()
    await card.getByLabel('Write a comment').waitFor()
    await actOffline(killedPage, 3, async () => {
      await card.getByRole('button', { name: 'Like', exact: true }).click()
      await writeComment(killedPage, 'And the worm?', card)
      await writePostOffline(killedPage, text, [await drawSamplePicture()])
    })
    await killBrowser(folder)

    await using context = await openBrowserProfile(folder)
    const page = await context.newPage()
    await page.goto(`${url}/home`)
    await waitForHome(page)
    await expect.poll(() => countStoredEntries(page)).toBe(0)
    expect(await readPost(ben, post._id)).toMatchObject({ likesCount: 1, commentsCount: 1 })
    const posts = await readPostsOf(ada)
    expect(posts.map(({ content, pictures }) => [content, pictures.length])).toEqual([[text, 1]])
    await expect(findPost(page, text)).toHaveCount(1)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

/** Opens the home page of a member in a browser whose storage stays in a folder. The session is from an earlier start. */
async function openSignedInProfile(folder: string, member: ApiMember): Promise<Page> {
  {
    await using context = await openBrowserProfile(folder)
    const page = await context.newPage()
    const { email, password } = member.account
    const response = await page.request.post(`${url}/api/auth/login`, { data: { email, password, remember: true } })
    const { token, user } = await response.json()
    await page.goto(url + PAGE_WITHOUT_APP)
    await page.evaluate(([token, userId]) => Object.assign(localStorage, { token, userId }), [token, user._id])
  }
  const context = await openBrowserProfile(folder)
  const page = await context.newPage()
  await page.goto(`${url}/home`)
  await waitForHome(page)
  return page
}

/** Ends a browser as a power cut would: nothing is written any more. */
async function killBrowser(folder: string): Promise<void> {
  const { stdout } = await promisify(execFile)('pgrep', ['-f', `user-data-dir=${folder}`])
  for (const pid of stdout.trim().split('\n')) {
    try {
      process.kill(Number(pid), 'SIGKILL')
    } catch {
      // a child that ended with its parent
    }
  }
}
