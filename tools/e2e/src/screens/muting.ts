import { clearStoredQueries } from '../pages/stored-queries.ts'
import type { Screen } from './screen.ts'

const UNKNOWN_ID = '01890000-0000-7000-8000-0000000000ff'
const UNTIL = '2100-05-01T12:00:00.000Z'

const mutedWords: Screen = async (page, { postId, show }) => {
  const words = [
    { text: 'season finale', until: null, in: ['feed', 'alerts'] },
    { text: 'Überraschungspaketzustellungsbenachrichtigung', until: UNTIL, in: ['feed'] },
    { text: 'كأس العالم', until: null, in: ['alerts'] },
  ]
  await page.route('**/api/users/muted-words', (route) => route.fulfill({ json: { words: [] } }))
  await page.route('**/api/posts/muted', (route) => route.fulfill({ json: { posts: [], tags: [] } }))
  await page.goto('/terms')
  await clearStoredQueries(page)
  await page.goto('/settings/muted-words')
  await page.getByText("You haven't muted any words.").waitFor()
  await page.getByRole('button', { name: 'Mute', exact: true }).click()
  await page.getByText('Write a word or phrase').waitFor()
  await show('settings-muted-words-empty')
  await page.route('**/api/users/muted-words', (route) => route.fulfill({ json: { words } }))
  const posts = [postId, UNKNOWN_ID].map((_id) => ({ _id, mutedUntil: null }))
  await page.route('**/api/posts/muted', (route) =>
    route.fulfill({ json: { posts, tags: [{ tag: 'politics', mutedUntil: UNTIL }] } }),
  )
  await page.goto('/terms')
  await clearStoredQueries(page)
  await page.goto('/settings/muted-words')
  await page.getByText('This post is no longer there.').waitFor()
  await page.getByRole('button', { name: /^Unmute the thread of/ }).waitFor()
  await show('settings-muted-words')
}

const mutedTag: Screen = async (page, { show }) => {
  await page.route('**/api/posts/muted', (route) =>
    route.fulfill({ json: { posts: [], tags: [{ tag: 'garden', mutedUntil: UNTIL }] } }),
  )
  await page.goto('/terms')
  await clearStoredQueries(page)
  await page.goto('/tag/garden')
  await page.getByRole('button', { name: 'Unmute #garden' }).waitFor()
  await page
    .getByText(/^\d+ posts?/)
    .first()
    .waitFor()
  await show('tag-muted')
}

const mutedThread: Screen = async (page, { show }) => {
  await page.goto('/home')
  await page.getByRole('article').first().getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Mute this thread' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '7 days' }).waitFor()
  await show('mute-thread')
}

/** The comments of a post are folded, and the first is shown. */
const mutedComments: Screen = async (page, { postId, show }) => {
  await page.route(`**/api/posts/${postId}/comments?*`, async (route) => {
    const response = await route.fetch()
    const list = (await response.json()) as { comments: object[] }
    await route.fulfill({ json: { ...list, comments: list.comments.map((one) => ({ ...one, isMuted: true })) } })
  })
  await page.goto('/terms')
  await clearStoredQueries(page)
  await page.goto(`/post/${postId}`)
  await page
    .getByRole('button', { name: /^Show the comment by/ })
    .first()
    .press('Enter')
  await page.mouse.wheel(0, 10_000)
  await show('comments-folded')
}

export const mutingScreens: Screen[] = [mutedWords, mutedTag, mutedThread, mutedComments]
