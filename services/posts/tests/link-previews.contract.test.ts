import { expect, it } from '@jest/globals'
import type { TextFacet } from '@meadow/contracts'
import type { LinkPreview } from '@meadow/link-preview'
import { newId } from '@meadow/service'
import { alice, bob, carol, describeOnEachEngine, shareAcrossTests, UNKNOWN_ID } from '@meadow/testing'
import type { PostEdit } from '../src/edits/edit.ts'
import type { LinkPreviewRemoval } from '../src/link-previews/link-preview-removal.ts'
import { toTestActor } from './fixtures.ts'
import {
  createLikeChange,
  createNewComment,
  createNewPost,
  createPostDeletion,
  nextMoment,
  storeOpeners,
} from './repository-fixtures.ts'

const DAY_MS = 24 * 3_600_000
const later = (at: Date, ms: number) => new Date(at.getTime() + ms)
const toFacets = (...urls: string[]): TextFacet[] => urls.map((url, start) => ({ start, end: start + 1, url }))
let urlCount = 0
const createUrl = () => `https://example.com/${++urlCount}`

const createEdit = (postId: string, facets: TextFacet[], rev: number): PostEdit => {
  const at = nextMoment()
  return { postId, by: toTestActor(alice), content: `Edited at ${at.getTime()}`, facets, rev, at, eventId: newId(at) }
}

describeOnEachEngine(storeOpeners, (open) => {
  const store = shareAcrossTests(open)

  async function addPost(...urls: string[]) {
    const post = { ...createNewPost(alice), content: 'a link b link', facets: toFacets(...urls) }
    await (await store()).posts.add(post)
    return post
  }

  /** Takes all jobs that are due, and returns that of a post. */
  async function takeJob(postId: string) {
    const { linkPreviews } = await store()
    const at = nextMoment()
    const jobs = await linkPreviews.queue.take(at, { limit: 100, retryAt: later(at, 500) })
    return jobs.find(({ id }) => id === postId)
  }

  async function addPreview(url: string, at = nextMoment()): Promise<LinkPreview> {
    const { cache } = (await store()).linkPreviews
    const picture = { random: 'ab'.repeat(16), width: 960, height: 480, placeholder: 'x', narrower: [480] }
    const page = { title: 'A page', description: 'About it', site: 'Example', picture }
    const _id = newId(at)
    await cache.add({ _id, url, fetchedAt: at, page })
    await cache.publish(_id, later(at, DAY_MS))
    return { _id, url, ...page }
  }

  const readPost = async (id: string) => (await (await store()).posts.findMany([id], bob))[0]

  it('a post with a link waits for its preview, then shows it, which is stored together with its event', async () => {
    const { linkPreviews, comments, likes, publishedEvents } = await store()
    const [url, other] = [createUrl(), createUrl()]
    const post = await addPost(url, other)
    const plain = await addPost()
    await comments.add(createNewComment(post._id, bob))
    await likes.set(createLikeChange(post._id, carol), true)
    expect(await readPost(post._id)).toMatchObject({ linkPreview: null, rev: 3 })
    const job = await takeJob(post._id)
    expect(job).toEqual({ id: post._id, url })
    expect(await takeJob(plain._id)).toBeUndefined()
    const preview = await addPreview(url)
    if (job) await linkPreviews.queue.finish(job, preview, nextMoment())
    expect(await readPost(post._id)).toMatchObject({ linkPreview: preview, rev: 4 })
    const event = (await publishedEvents(post)).at(-1)
    expect(event).toMatchObject({
      type: 'post.link-previewed',
      data: {
        authorId: alice._id,
        rev: 4,
        view: {
          likes: [carol._id],
          likesCount: 1,
          commentsCount: 1,
          comments: [{ user: { _id: bob._id } }],
          linkPreview: {
            url,
            title: 'A page',
            picture: {
              url: `/media/p/${preview._id}/${preview.picture?.random}`,
              width: 960,
              sources: [{ width: 480 }, { width: 960 }],
            },
          },
        },
      },
    })
  })

  it('a link without a preview leaves the queue without a trace', async () => {
    const { linkPreviews, publishedEvents } = await store()
    const post = await addPost(createUrl())
    const job = await takeJob(post._id)
    if (job) await linkPreviews.queue.finish(job, null, nextMoment())
    expect(await readPost(post._id)).toMatchObject({ linkPreview: null, rev: 1 })
    expect(await publishedEvents(post)).toHaveLength(1)
    nextMoment()
    expect(await takeJob(post._id)).toBeUndefined()
  })

  it('a job that nobody finishes is due again, and not before', async () => {
    const post = await addPost(createUrl())
    const { queue } = (await store()).linkPreviews
    const at = nextMoment()
    const take = (time: Date) => queue.take(time, { limit: 100, retryAt: later(time, 60_000) })
    const ids = async (time: Date) => (await take(time)).map(({ id }) => id)
    expect(await ids(at)).toContain(post._id)
    expect(await ids(later(at, 59_999))).not.toContain(post._id)
    expect(await ids(later(at, 60_000))).toContain(post._id)
    await (await store()).posts.delete(createPostDeletion(post._id, alice))
    for (const { id, url } of await take(later(at, 200_000))) await queue.finish({ id, url }, null, nextMoment())
  })

  it('several workers take different jobs', async () => {
    const posts = [await addPost(createUrl()), await addPost(createUrl()), await addPost(createUrl())]
    const { queue } = (await store()).linkPreviews
    const at = nextMoment()
    const options = { limit: 1, retryAt: later(at, 60_000) }
    const taken = (await Promise.all([1, 2, 3, 4].map(() => queue.take(at, options)))).flat().map(({ id }) => id)
    expect(new Set(taken).size).toBe(taken.length)
    for (const job of await queue.take(later(at, 70_000), { limit: 100, retryAt: at }))
      await queue.finish(job, null, at)
    expect(posts).toHaveLength(3)
  })

  it('an edit that changes the first link removes the preview at once, and another one is fetched', async () => {
    const { edits, linkPreviews, publishedEvents } = await store()
    const [url, other] = [createUrl(), createUrl()]
    const post = await addPost(url)
    const job = await takeJob(post._id)
    const preview = await addPreview(url)
    if (job) await linkPreviews.queue.finish(job, preview, nextMoment())
    await edits.edit(createEdit(post._id, toFacets(url, other), 2))
    expect(await readPost(post._id)).toMatchObject({ linkPreview: preview })
    await edits.edit(createEdit(post._id, toFacets(other, url), 3))
    expect(await readPost(post._id)).toMatchObject({ linkPreview: null, rev: 4 })
    const views = (await publishedEvents(post)).slice(-2).map(({ data }) => (data as { view: object }).view)
    expect(views.map((view) => 'linkPreview' in view)).toEqual([false, true])
    expect(views[1]).toMatchObject({ linkPreview: null })
    expect(await takeJob(post._id)).toEqual({ id: post._id, url: other })
    await edits.edit(createEdit(post._id, [], 4))
    nextMoment()
    const withoutLink = await takeJob(post._id)
    if (withoutLink) await linkPreviews.queue.finish(withoutLink, null, nextMoment())
    expect(await readPost(post._id)).toMatchObject({ linkPreview: null, rev: 5 })
  })

  it('a preview that was fetched for the text before an edit is not shown', async () => {
    const { edits, linkPreviews } = await store()
    const [url, other] = [createUrl(), createUrl()]
    const post = await addPost(url)
    const job = await takeJob(post._id)
    await edits.edit(createEdit(post._id, toFacets(other), 1))
    if (job) await linkPreviews.queue.finish(job, await addPreview(url), nextMoment())
    expect(await readPost(post._id)).toMatchObject({ linkPreview: null })
    expect(await takeJob(post._id)).toEqual({ id: post._id, url: other })
  })

  const toRemoval = (postId: string, isRemoved: boolean, by = alice): LinkPreviewRemoval => {
    const at = nextMoment()
    return { postId, by: toTestActor(by), isRemoved, at, eventId: newId(at) }
  }

  it('a removal takes the preview away, holds for later texts and finished jobs, and is stored together with its event', async () => {
    const { edits, linkPreviews, publishedEvents } = await store()
    const [url, other] = [createUrl(), createUrl()]
    const post = await addPost(url)
    const job = await takeJob(post._id)
    if (job) await linkPreviews.queue.finish(job, await addPreview(url), nextMoment())
    await linkPreviews.setRemoved(toRemoval(post._id, true))
    await linkPreviews.setRemoved(toRemoval(post._id, true))
    expect(await readPost(post._id)).toMatchObject({ linkPreview: null, isLinkPreviewRemoved: true, rev: 3 })
    const published = await publishedEvents(post)
    expect(published).toHaveLength(3)
    expect(published.at(-1)).toMatchObject({
      type: 'post.link-previewed',
      data: { rev: 3, view: { linkPreview: null, isLinkPreviewRemoved: true } },
    })
    await edits.edit(createEdit(post._id, toFacets(other), 3))
    const next = await takeJob(post._id)
    if (next) await linkPreviews.queue.finish(next, await addPreview(other), nextMoment())
    expect(await readPost(post._id)).toMatchObject({ linkPreview: null, isLinkPreviewRemoved: true, rev: 4 })
    nextMoment()
    expect(await takeJob(post._id)).toBeUndefined()
  })

  it('a preview that is fetched while the author removes it is not shown', async () => {
    const { linkPreviews } = await store()
    const url = createUrl()
    const post = await addPost(url)
    const job = await takeJob(post._id)
    await linkPreviews.setRemoved(toRemoval(post._id, true))
    if (job) await linkPreviews.queue.finish(job, await addPreview(url), nextMoment())
    expect(await readPost(post._id)).toMatchObject({ linkPreview: null, isLinkPreviewRemoved: true, rev: 2 })
  })

  it('a preview that is shown again waits for the worker, if there is a link', async () => {
    const { linkPreviews, publishedEvents } = await store()
    const url = createUrl()
    const [post, plain] = [await addPost(url), await addPost()]
    for (const { _id } of [post, plain]) {
      await linkPreviews.setRemoved(toRemoval(_id, true))
      const removed = await takeJob(_id)
      if (removed) await linkPreviews.queue.finish(removed, null, nextMoment())
      await linkPreviews.setRemoved(toRemoval(_id, false))
      expect(await readPost(_id)).toMatchObject({ linkPreview: null, isLinkPreviewRemoved: false, rev: 3 })
    }
    const shown = (await publishedEvents(post)).at(-1)
    expect(shown).toMatchObject({ data: { view: { isLinkPreviewRemoved: false } } })
    expect(shown).not.toHaveProperty('data.view.linkPreview')
    const at = nextMoment()
    const jobs = await linkPreviews.queue.take(at, { limit: 100, retryAt: later(at, 500) })
    expect(jobs.map(({ id }) => id)).toContain(post._id)
    expect(jobs.map(({ id }) => id)).not.toContain(plain._id)
    const preview = await addPreview(url)
    await linkPreviews.queue.finish({ id: post._id, url }, preview, nextMoment())
    expect(await readPost(post._id)).toMatchObject({ linkPreview: preview })
  })

  it('only the author removes the preview of a post', async () => {
    const { linkPreviews, posts } = await store()
    const post = await addPost(createUrl())
    const refused = (code: string) => expect.objectContaining({ code })
    await expect(linkPreviews.setRemoved(toRemoval(post._id, true, bob))).rejects.toEqual(refused('not_your_post'))
    await expect(linkPreviews.setRemoved(toRemoval(UNKNOWN_ID, true))).rejects.toEqual(refused('post_not_found'))
    expect(await readPost(post._id)).toMatchObject({ isLinkPreviewRemoved: false, rev: 1 })
    await posts.delete(createPostDeletion(post._id, alice))
    await expect(linkPreviews.setRemoved(toRemoval(post._id, true))).rejects.toEqual(refused('post_not_found'))
  })

  it('finishing a deleted or unknown post changes nothing', async () => {
    const { posts, linkPreviews } = await store()
    const url = createUrl()
    const post = await addPost(url)
    const job = await takeJob(post._id)
    await posts.delete(createPostDeletion(post._id, alice))
    const preview = await addPreview(url)
    for (const id of [job?.id ?? '', UNKNOWN_ID]) await linkPreviews.queue.finish({ id, url }, preview, nextMoment())
    nextMoment()
    expect(await takeJob(post._id)).toBeUndefined()
  })

  it('a result is found by its address while it is fresh, also one without a preview', async () => {
    const { cache } = (await store()).linkPreviews
    const [url, other] = [createUrl(), createUrl()]
    const at = nextMoment()
    const _id = newId(at)
    expect(await cache.find(url, at)).toBeUndefined()
    await cache.add({ _id, url, fetchedAt: at, page: null })
    expect(await cache.find(url, at)).toBeUndefined() // its files may not be stored yet
    await cache.publish(_id, later(at, 1_000))
    expect(await cache.find(url, at)).toBeNull()
    expect(await cache.find(url, later(at, 1_000))).toBeUndefined()
    const preview = await addPreview(other, at)
    expect(await cache.find(other, later(at, DAY_MS - 1))).toEqual(preview)
    expect(await cache.find(other, later(at, DAY_MS))).toBeUndefined()
  })

  it('an expired result is deleted with its files, unless a post shows it', async () => {
    const { linkPreviews, posts, removals, inspect } = await store()
    const { cache, queue } = linkPreviews
    const [url, unusedUrl] = [createUrl(), createUrl()]
    const post = await addPost(url)
    const job = await takeJob(post._id)
    const at = nextMoment()
    const [used, unused] = [await addPreview(url, at), await addPreview(unusedUrl, at)]
    if (job) await queue.finish(job, used, at)
    const deleteAll = async (time: Date) => {
      while ((await cache.deleteUnused(time)) > 0);
      const removed: string[] = []
      while ((await removals.removeDue(time, async (path) => void removed.push(path))).due > 0);
      return removed
    }
    await deleteAll(later(at, DAY_MS))
    expect(await cache.find(unusedUrl, at)).toEqual(unused)
    const files = [
      `p/${unused._id}/${unused.picture?.random}.webp`,
      `p/${unused._id}/${unused.picture?.random}-480.webp`,
    ]
    expect(await deleteAll(later(at, 2 * DAY_MS))).toEqual(expect.arrayContaining(files))
    expect(await cache.find(unusedUrl, at)).toBeUndefined()
    expect(await readPost(post._id)).toMatchObject({ linkPreview: used })
    await posts.delete(createPostDeletion(post._id, alice))
    expect(await deleteAll(later(at, 4 * DAY_MS))).toContain(`p/${used._id}/${used.picture?.random}.webp`)
    expect(await inspect.countRows('media_to_remove')).toBe(0)
  })

  it('a preview that the cleanup has deleted in the meantime is fetched again', async () => {
    const { cache, queue } = (await store()).linkPreviews
    const url = createUrl()
    const post = await addPost(url)
    const job = await takeJob(post._id)
    const preview = await addPreview(url)
    while ((await cache.deleteUnused(later(nextMoment(), 2 * DAY_MS))) > 0);
    if (job) await queue.finish(job, preview, nextMoment())
    expect(await readPost(post._id)).toMatchObject({ linkPreview: null, rev: 1 })
    nextMoment()
    expect(await takeJob(post._id)).toEqual({ id: post._id, url })
  })
})
