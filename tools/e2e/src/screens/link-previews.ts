import { drawSamplePicture } from '@meadow/testing/sample-pictures'
import type { Page } from '@playwright/test'
import { clearStoredQueries } from '../pages/stored-queries.ts'
import { type Screen, UNKNOWN_POST_ID } from './screen.ts'

/** A preview whose texts are longer than its card. */
const toPreview = (postId: string) => ({
  url: 'https://www.example.org/moss/in-winter',
  title: 'Moss in winter, and why the wall behind the old mill stays green until the first long frost of the year',
  description:
    'It needs no roots and little light. A walk along nine walls, with a map, and a word about the one that is brown.',
  site: 'Walls',
  picture: {
    ...{ _id: postId, secure_url: '/media/p/preview', url: '/media/p/preview', width: 1200, height: 800 },
    ...{ placeholder: '', sources: [{ url: '/media/p/preview', width: 1200 }] },
  },
})

async function routePicture(page: Page): Promise<void> {
  const body = await drawSamplePicture('noon')
  await page.route('**/media/p/preview', (route) => route.fulfill({ contentType: 'image/png', body }))
}

const linkPreview: Screen = async (page, { postId, show }) => {
  const linkPreview = toPreview(postId)
  await page.goto('/home')
  await page.getByRole('button', { name: "What's on your mind?" }).waitFor()
  await routePicture(page)
  await page.route(`**/api/posts/${postId}`, async (route) => {
    const response = await route.fetch()
    const post = await response.json()
    const noPictures = { image: '', media: null, pictures: [] }
    const facets = [{ start: 0, end: 4, url: linkPreview.url }]
    await route.fulfill({ response, json: { ...post, ...noPictures, facets, linkPreview, rev: post.rev + 1 } })
  })
  await page.goto(`/post/${postId}`)
  await page.getByRole('link', { name: /Moss in winter/ }).waitFor()
  await show('link-preview')
}

/** The card of a post of this installation: as everybody sees it, as a member who mutes its author, after it was deleted, and if it cannot be loaded. */
const linkedPost: Screen = async (page, { postId, show }) => {
  await page.goto('/home')
  await page.getByRole('button', { name: "What's on your mind?" }).waitFor()
  const url = `${new URL(page.url()).origin}/post/${UNKNOWN_POST_ID}`
  let linked: object | undefined = {}
  await page.route(/\/api\/posts\/[0-9a-f-]{36}$/, async (route) => {
    const isLinked = route.request().url().endsWith(UNKNOWN_POST_ID)
    const response = await route.fetch(isLinked ? { url: route.request().url().replace(UNKNOWN_POST_ID, postId) } : {})
    const post = await response.json()
    const text = 'Have a look at this, it is worth the walk.'
    const linking = {
      ...post,
      content: text,
      image: '',
      media: null,
      pictures: [],
      facets: [{ start: 15, end: 19, url }],
    }
    if (!isLinked) return route.fulfill({ response, json: { ...linking, rev: post.rev + 1 } })
    return linked
      ? route.fulfill({ response, json: { ...post, _id: UNKNOWN_POST_ID, ...linked } })
      : route.fulfill({ status: 404, json: { code: 'post_not_found', error: 'Post not found' } })
  })
  const open = async () => {
    await page.goto('/terms')
    await clearStoredQueries(page)
    await page.goto(`/post/${postId}`)
  }
  await open()
  await page.locator(`a[href="/post/${UNKNOWN_POST_ID}"]`).waitFor()
  await show('linked-post')
  linked = { isMuted: true }
  await open()
  await page.getByRole('button', { name: /^Show the post by/ }).waitFor()
  await show('linked-post-muted')
  linked = undefined
  await open()
  await page.getByText('This post is not available').waitFor()
  await show('linked-post-gone')
  const isLinkedPost = (url: URL) => url.pathname.endsWith(`/api/posts/${UNKNOWN_POST_ID}`)
  await page.route(isLinkedPost, (route) => route.fulfill({ status: 500, json: { error: 'Something went wrong' } }))
  await open()
  await page.getByText("This post couldn't be loaded").waitFor()
  await show('linked-post-not-loaded')
}

/** The composer with the preview of the link that is written. */
const writtenLink: Screen = async (page, { postId, show }) => {
  await routePicture(page)
  await page.route('**/api/posts/link-preview', (route) => route.fulfill({ json: { preview: toPreview(postId) } }))
  await page.goto('/home')
  await page.getByRole('button', { name: "What's on your mind?" }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Post' })
  await dialog.getByLabel("What's on your mind?").fill(`${toPreview(postId).url} is worth the walk.`)
  await dialog.getByRole('link', { name: /Moss in winter/ }).waitFor()
  await show('composer-link-preview')
  await dialog.getByLabel("What's on your mind?").fill('')
}

export const linkPreviewScreens: Screen[] = [linkPreview, linkedPost, writtenLink]
