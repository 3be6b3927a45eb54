import { randomUUID } from 'node:crypto'
import { closeDialog } from '../pages/close-dialog.ts'
import { clearStoredQueries } from '../pages/stored-queries.ts'
import type { Screen } from './screen.ts'

const shares: Screen = async (page, { postId, show }) => {
  await page.goto('/home')
  await page.getByRole('button', { name: 'Share', exact: true }).first().click()
  await page.getByRole('menuitem', { name: 'Share with a comment' }).waitFor()
  await show('share-menu')
  await page.getByRole('menuitem', { name: 'Share with a comment' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your comment').fill('Have a look at this, it is worth the walk.')
  await show('share-with-comment')
  await closeDialog(page)
  await page.route(/\/api\/posts\?/, async (route) => {
    const response = await route.fetch()
    const shown = await response.json()
    const [first, second, third, ...rest] = shown.posts
    const sharedBy = { _id: postId, user: second.user, createdAt: first.createdAt }
    const quoted = {
      ...third,
      content: 'Have a look at this, it is worth the walk.',
      facets: [],
      pictures: [],
      media: null,
      image: '',
    }
    const posts = [
      { ...first, sharedBy, sharesCount: 12, viewerShared: true },
      { ...quoted, quotedPost: second },
      { ...quoted, _id: randomUUID(), content: 'And once more.', quotedPost: second },
      ...rest.slice(0, 1).map((post: object) => ({ ...post, quotedPost: null })),
    ]
    await route.fulfill({ response, json: { ...shown, posts } })
  })
  await page.goto('/terms')
  await clearStoredQueries(page) // otherwise the feed of the earlier visit is shown
  await page.goto('/home')
  await page.getByText('And once more.').waitFor()
  await page.getByText('This post is not available').first().waitFor() // a post may link to one, too
  await show('shared-posts')
}

const sharers: Screen = async (page, { postId, show }) => {
  await page.route(`**/api/posts/${postId}`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), sharesCount: 12 } })
  })
  await page.route(`**/api/posts/${postId}/shares?*`, async (route) =>
    route.fulfill({ response: await route.fetch({ url: route.request().url().replace('/shares?', '/likes?') }) }),
  )
  await page.goto('/terms')
  await clearStoredQueries(page) // otherwise the post of the earlier visit is shown
  await page.goto(`/post/${postId}`)
  await page.getByRole('article').getByRole('button', { name: '12 shares' }).first().click()
  await page.getByRole('dialog', { name: 'Shared by' }).getByRole('listitem').first().waitFor()
  await show('post-shares')
  await closeDialog(page)
}

export const shareScreens: Screen[] = [shares, sharers]
