import { randomUUID } from 'node:crypto'
import { MIN_FOLLOWS_FOR_FOLLOWING_FEED } from '@meadow/contracts/limits'
import { drawSamplePicture } from '@meadow/testing/sample-pictures'
import type { Locator, Page } from '@playwright/test'
import { closeDialog } from '../pages/close-dialog.ts'
import { reloadUntilVisible } from '../pages/member-actions.ts'
import { clearStoredQueries } from '../pages/stored-queries.ts'
import { type Screen, UNKNOWN_POST_ID } from './screen.ts'

/** Narrower screens have the search in the top bar only. */
const MIN_FEED_SEARCH_WIDTH = 700

const home: Screen = async (page, { show }) => {
  await page.goto('/home')
  const posts = page.getByRole('article')
  await posts.first().waitFor()
  await show('home')
  if ((page.viewportSize()?.width ?? 0) >= MIN_FEED_SEARCH_WIDTH) {
    await page.getByRole('button', { name: 'Search posts' }).click()
    await show('home-search')
    await page.keyboard.press('Escape')
  }
  await posts.nth(1).scrollIntoViewIfNeeded()
  await show('home-further')
  await page.mouse.wheel(0, 10_000)
  await show('home-end')
}

const postMenu: Screen = async (page, { show }) => {
  await page.goto('/home')
  await page.getByRole('button', { name: 'More', exact: true }).first().click()
  await show('post-menu')
}

const editedPost: Screen = async (page, { postId, show }) => {
  await page.goto('/home')
  await page.getByRole('button', { name: "What's on your mind?" }).waitFor()
  await page.route('**/api/posts/*/history', (route) =>
    route.fulfill({
      json: {
        versions: [
          { content: 'The first swallows are back, two weeks early.', writtenAt: '2026-05-02T09:00:00.000Z' },
          { content: 'The first swallows are back, two weeks to early.', writtenAt: '2026-05-01T09:00:00.000Z' },
        ],
        hasMore: false,
      },
    }),
  )
  await page.route(`**/api/posts/${postId}`, async (route) => {
    const response = await route.fetch()
    const post = await response.json()
    await route.fulfill({ response, json: { ...post, editedAt: post.createdAt, rev: post.rev + 1 } })
  })
  await page.goto(`/post/${postId}`)
  await page.getByRole('button', { name: 'edited', exact: true }).click()
  await page.getByRole('dialog').getByRole('listitem').first().waitFor()
  await show('post-history')
  await closeDialog(page)
}

/** The feed of a member who has seen all but its newest posts. */
const leftOff: Screen = async (page, { show }) => {
  await page.route('**/api/auth/me', async (route) => {
    const response = await route.fetch()
    const followed = Array.from({ length: MIN_FOLLOWS_FOR_FOLLOWING_FEED }, () => randomUUID())
    await route.fulfill({ response, json: { ...(await response.json()), following: followed } })
  })
  let seenUntil: string | null = null
  await page.route(/\/api\/posts\?/, async (route) => {
    const response = await route.fetch()
    const shown = await response.json()
    const [newest] = shown.posts
    seenUntil ??= newest.sharedBy?.createdAt ?? newest.createdAt
    const user = { ...newest.user, _id: randomUUID() } // the member's own posts are never new
    const createdAt = new Date().toISOString()
    const unseen = {
      ...newest,
      _id: UNKNOWN_POST_ID,
      user,
      createdAt,
      sharedBy: undefined,
      content: 'Look who is back.',
    }
    const posts = [unseen, ...shown.posts].map((post) => ({ ...post, image: '', media: null, pictures: [] })) // so that the mark is on the screen
    await route.fulfill({ response, json: { ...shown, posts } })
  })
  await page.route('**/api/posts/reading-position', (route) => route.fulfill({ json: { seenUntil } }))
  await page.goto('/terms')
  await clearStoredQueries(page)
  await page.goto('/home')
  await reloadUntilVisible(page, page.getByText('You left off here')) // the first visit still shows the posts of everyone
  await show('left-off')
}

const postEditor: Screen = async (page, { show }) => {
  await page.goto('/profile')
  await page.getByRole('button', { name: 'More', exact: true }).first().click()
  await page.getByRole('menuitem', { name: 'Edit post' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  await show('post-editor')
  await page.route('**/api/posts/*', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 409, json: { code: 'edited_elsewhere', error: 'Edited elsewhere' } })
      : route.continue(),
  )
  await dialog.getByLabel('Text of your post').fill('The first warm evening of the year, and nobody indoors.')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('button', { name: 'Replace it with mine' }).waitFor()
  await show('post-editor-conflict')
}

const likers: Screen = async (page, { postId, show }) => {
  await page.goto(`/post/${postId}`)
  await page
    .getByRole('article')
    .getByRole('button', { name: /^\d+ likes?$/ })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('listitem').first().waitFor()
  await page.getByText('Counted live.').waitFor()
  await show('post-likes')
  await closeDialog(page)
}

const commentCount: Screen = async (page, { postId, show }) => {
  const explained = { firstDays: { likes: null, comments: '2026-03-02', shares: null }, checkedAt: null }
  await page.route(`**/api/posts/${postId}/counts`, (route) => route.fulfill({ json: explained }))
  await page.goto(`/post/${postId}`)
  await page.getByRole('button', { name: /^Comments/ }).click()
  await page.getByRole('dialog').getByText('Counted live.').waitFor()
  await show('comment-count')
  await closeDialog(page)
}

const views: Screen = async (page, { postId, show }) => {
  const shown = { count: 12_000, firstDay: '2026-03-02', lastDay: '2026-03-05', isHidden: false }
  await page.route(`**/api/posts/${postId}/views`, (route) => route.fulfill({ json: { views: shown } }))
  await page.goto(`/post/${postId}`)
  await page.getByRole('button', { name: '12K views' }).click()
  await page.getByRole('dialog', { name: 'Views' }).waitFor()
  await show('post-views')
  await closeDialog(page)
}

const bookmarks: Screen = async (page, { postId, show }) => {
  await page.route('**/api/posts/bookmarks/folders', (route) =>
    route.fulfill({
      json: {
        folders: [
          { name: 'Garden', count: 3 },
          { name: 'Recipes', count: 12 },
        ],
      },
    }),
  )
  await page.route('**/api/posts/bookmarks?*', async (route) => {
    const response = await route.fetch({ url: new URL(`/api/posts?ids=${postId}`, page.url()).href })
    await route.fulfill({ response })
  })
  await page.goto('/bookmarks')
  await page.getByRole('article').first().waitFor()
  await show('bookmarks')
}

const discover: Screen = async (page, { show }) => {
  const [calls, exclusions] = ['**/api/posts/discover?*', '**/api/posts/discover/exclusions']
  const reasons = [
    { kind: 'liked-by-followed', member: { _id: '01890000-0000-7000-9000-000000000001', fullName: 'Mara Lindqvist' } },
    { kind: 'popular-tag', tag: 'garden' },
    { kind: 'new' },
  ]
  await page.route(calls, async (route) => {
    const response = await route.fetch({ url: new URL('/api/posts?scope=all&limit=3', page.url()).href })
    const { posts } = (await response.json()) as { posts: object[] }
    const ranked = posts.map((post, index) => ({ ...post, reason: reasons[index] }))
    await route.fulfill({ json: { posts: ranked, pagination: { hasMore: false }, nextCursor: null } })
  })
  await page.route(exclusions, (route) => route.fulfill({ json: { members: [], tags: ['politics', 'sourdough'] } }))
  await page.goto('/discover')
  await page.getByRole('article').first().waitFor()
  await page.getByText("What Discover doesn't suggest").click()
  await show('discover')
}

const composer: Screen = async (page, { show }) => {
  await page.goto('/home')
  await page.getByRole('button', { name: 'More ways to post' }).click()
  await page.getByRole('menu').waitFor()
  await show('composer-more')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: "What's on your mind?" }).click()
  await page.getByRole('dialog').getByLabel("What's on your mind?").fill('The first warm evening of the year.')
  await show('composer')
  await page.keyboard.press('End')
  await page.keyboard.type(' Come along, @m')
  await page.getByRole('option').first().waitFor()
  await show('composer-mention')
  await page.keyboard.press('Escape')
  const file = { name: 'hill.png', mimeType: 'image/png', buffer: await drawSamplePicture() }
  await page.getByRole('dialog').locator('input[type=file]').setInputFiles([file, file, file, file, file])
  await page.getByRole('button', { name: 'Add alt text to picture 2' }).click()
  await show('composer-pictures')
  await page.getByRole('combobox', { name: 'Cover pictures' }).selectOption('spoiler')
  await page.getByRole('combobox', { name: 'Cover pictures' }).scrollIntoViewIfNeeded()
  await show('composer-cover')
}

/** Writes a comment with two replies and a like, and returns it. Other viewports may write on the same post at the same time. */
async function writeConversation(page: Page): Promise<Locator> {
  const field = page.getByLabel('Write a comment')
  const question = `Which of the ${page.viewportSize()?.width} hills is it?`
  await field.fill(question)
  await field.press('Enter')
  const comment = page.getByRole('listitem').filter({ hasText: question })
  await comment.waitFor()
  for (const text of ['The path begins at the bridge.', 'And ends at the inn.']) {
    await comment
      .getByRole('button', { name: /^Reply to/ })
      .first()
      .press('Enter')
    await page.getByLabel(/^Write a reply/).fill(text)
    await page.keyboard.press('Enter')
    await page.getByLabel(/^Write a reply/).waitFor({ state: 'detached' })
  }
  await comment.getByRole('button', { name: 'Like comment' }).first().press('Enter')
  return comment
}

const drafts: Screen = async (page, { show }) => {
  const changedAt = new Date().toISOString()
  const draft = { pictures: [], commentAudience: 'everyone', changedAt }
  const texts = [
    'The first warm evening of the year, and nobody is on the hill.',
    'Bread for Saturday '.repeat(12),
    'Seeds',
  ]
  await page.route('**/api/posts/drafts', (route) =>
    route.fulfill({ json: { drafts: texts.map((content) => ({ ...draft, _id: randomUUID(), content })) } }),
  )
  await page.goto('/home')
  await page.getByRole('button', { name: "What's on your mind?" }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Post' })
  await dialog.getByLabel("What's on your mind?").fill('A thought')
  await dialog.getByRole('button', { name: /^Drafts/ }).waitFor()
  await show('composer-draft')
  await dialog.getByRole('button', { name: /^Drafts/ }).click()
  await page.getByRole('dialog', { name: 'Drafts' }).waitFor()
  await show('composer-drafts')
}

const post: Screen = async (page, { postId, show }) => {
  await page.goto(`/post/${postId}`)
  await page.getByRole('heading', { name: /^Comments/ }).waitFor()
  await show('post')
  await page
    .getByRole('button', { name: /^Open picture/ })
    .first()
    .click()
  await page.getByRole('dialog', { name: 'Picture' }).getByRole('img').first().waitFor()
  await show('picture-viewer')
  await closeDialog(page)
  await page.mouse.wheel(0, 10_000)
  await page.mouse.wheel(0, -120) // the actions of the post are not half below the top bar
  await show('post-comments')
  const comment = await writeConversation(page)
  await comment
    .getByRole('button', { name: /^Reply to/ })
    .last()
    .press('Enter')
  await show('post-replies')
  await page.keyboard.press('Escape')
  await comment.getByRole('button', { name: 'Options' }).first().press('Enter')
  await show('comment-menu')
  await page.getByRole('menuitem', { name: 'Edit comment' }).press('Enter')
  await show('comment-edit')
  await page.keyboard.press('Escape')
}

const missingPost: Screen = async (page, { show }) => {
  await page.goto(`/post/${UNKNOWN_POST_ID}`)
  await page.getByText('Post not found').waitFor()
  await show('post-not-found')
}

const failure: Screen = async (page, { show }) => {
  const calls = /\/api\/posts\?/
  await page.route(calls, (route) => route.fulfill({ status: 500, json: { error: 'Something went wrong' } }))
  await page.goto('/terms')
  await clearStoredQueries(page) // otherwise the feed of the earlier visit is shown
  await page.goto('/home')
  await page.getByText('Failed to load posts').waitFor()
  await show('home-failed')
}

const search: Screen = async (page, { show }) => {
  await page.goto('/search')
  await page.getByRole('heading', { name: 'Search tips' }).waitFor()
  await show('search')
  await page.goto('/search?q=the+-zzz+before%3A2100-01-01')
  await page.getByRole('article').first().waitFor()
  await show('search-posts')
  await page.goto('/search?q=a&tab=people')
  await page.getByRole('list', { name: 'People' }).waitFor()
  await show('search-people')
  await page.goto('/search?q=the&tab=messages')
  await page.getByRole('list', { name: 'Messages' }).waitFor()
  await show('search-messages')
  await page.goto('/search?q=nothing+of+this+zzzz')
  await page.getByText('No posts found').waitFor()
  await show('search-nothing')
}

const tag: Screen = async (page, { show }) => {
  await page.goto('/tag/garden')
  await page.getByRole('button', { name: 'Follow #garden' }).waitFor()
  await show('tag')
}

export const feedScreens: Screen[] = [
  home,
  postMenu,
  editedPost,
  leftOff,
  postEditor,
  bookmarks,
  discover,
  likers,
  commentCount,
  views,
  composer,
  drafts,
  post,
  missingPost,
  failure,
  search,
  tag,
]
