import { describe, expect, it } from '@jest/globals'
import { findFacets } from '@meadow/contracts/find-facets'
import type { KeysetWindow } from '@meadow/service'
import { alice, bob } from '@meadow/testing'
import fc from 'fast-check'
import type { Post } from '../posts/post.ts'
import { DEFAULT_POST_SETTINGS } from '../posts/post-settings.ts'
import type { TimelineEntry } from '../timelines/timeline.ts'
import type { MutedContent } from './muted-content.ts'
import { createMuteRules, markMutedComments, readFilledPage } from './unmuted-posts.ts'

const now = new Date('2026-03-01T12:00:00Z')
const ham = { text: 'ham', until: null, in: ['feed'] }
const toUser = ({ _id, username }: { _id: string; username: string }) => ({
  ...{ _id, username, fullName: '', avatar: '', isVerified: false, isFollowing: false },
})
const createPost = (content: string, more: Partial<Post> = {}): Post =>
  ({
    ...{ _id: 'post', user: toUser(alice), content, facets: findFacets(content), pictures: [], comments: [] },
    settings: DEFAULT_POST_SETTINGS,
    createdAt: now,
    ...more,
  }) as unknown as Post

const isMuted = (muted: Partial<MutedContent>, post: Post, shownTag?: string) =>
  createMuteRules(bob, { words: [], content: [], ...muted }, now, shownTag)?.isMutedPost(post) ?? false

describe('a post', () => {
  it('is muted by a word of its text, its descriptions or the note on its pictures, and never for its author', () => {
    expect(isMuted({ words: [ham] }, createPost('Ham!'))).toBe(true)
    expect(isMuted({ words: [ham] }, createPost('hamlet'))).toBe(false)
    const pictures = [{ alt: 'a plate of ham' }] as Post['pictures']
    expect(isMuted({ words: [ham] }, createPost('', { pictures }))).toBe(true)
    const settings = { ...DEFAULT_POST_SETTINGS, pictureCover: { kind: 'spoiler' as const, note: 'ham' } }
    expect(isMuted({ words: [ham] }, createPost('', { settings }))).toBe(true)
    expect(isMuted({ words: [ham] }, createPost('Ham!', { user: toUser(bob) }))).toBe(false)
  })

  it('is muted by itself and by its tags, except on the page of the tag', () => {
    const byPost = { content: [{ kind: 'post', target: 'post', until: null }] } as const
    expect(isMuted(byPost, createPost('Hello'))).toBe(true)
    expect(isMuted(byPost, createPost('Hello', { _id: 'other' }))).toBe(false)
    const byTag = { content: [{ kind: 'tag', target: 'moss', until: null }] } as const
    expect(isMuted(byTag, createPost('green #Moss'))).toBe(true)
    expect(isMuted(byTag, createPost('green moss'))).toBe(false)
    expect(isMuted(byTag, createPost('green #Moss'), 'moss')).toBe(false)
  })

  it('is muted by the post that it shares, unless that is by the viewer', () => {
    const quotedPost = createPost('Ham!', { _id: 'quoted' })
    expect(isMuted({ words: [ham] }, createPost('Look', { quotedPost }))).toBe(true)
    expect(isMuted({ words: [ham] }, createPost('Look', { quotedPost: { ...quotedPost, user: toUser(bob) } }))).toBe(
      false,
    )
    const thread = { content: [{ kind: 'post', target: 'quoted', until: null }] } as const
    expect(isMuted(thread, createPost('Look', { quotedPost }))).toBe(true)
  })

  it('is not muted by words that act in alerts only, or have ended', () => {
    expect(isMuted({ words: [{ ...ham, in: ['alerts'] }] }, createPost('Ham!'))).toBe(false)
    expect(isMuted({ words: [{ ...ham, until: now.toISOString() }] }, createPost('Ham!'))).toBe(false)
  })
})

it('muted comments and replies are marked, and not those of the viewer', () => {
  const rules = createMuteRules(bob, { words: [ham], content: [] }, now)
  const createComment = (text: string, by = alice) => ({ ...createPost('', { user: toUser(by) }), text }) as never
  const [first, second] = markMutedComments(
    [
      { ...(createComment('ham') as object), replies: [createComment('ham', bob), createComment('Ham')] } as never,
      createComment('eggs'),
    ],
    rules,
  )
  expect(first).toMatchObject({ isMuted: true, replies: [{ text: 'ham' }, { isMuted: true }] })
  expect(first?.replies?.[0]).not.toHaveProperty('isMuted')
  expect(second).not.toHaveProperty('isMuted')
})

describe('a page of a feed', () => {
  /** Creates a list with these texts, newest first. `ham` is muted, and a text of one letter is a share of the post with this letter. */
  function createFeed(texts: readonly string[]) {
    const all = texts.map((content, n): TimelineEntry => {
      const _id = String(texts.length - n).padStart(4, '0')
      return { _id, createdAt: now, post: createPost(content, { _id: content.length === 1 ? content : _id }) }
    })
    const rules = createMuteRules(bob, { words: [ham], content: [] }, now)
    const windows: KeysetWindow[] = []
    const read = async (window: KeysetWindow) => {
      windows.push(window)
      const { after, skip, limit } = window
      const rest = all.filter(({ _id }) => !after || _id < after._id).slice(skip, skip + limit + 1)
      return rest.map((entry, n) => (n === limit ? { ...entry, post: undefined } : entry))
    }
    const readPage = async (window: KeysetWindow) => {
      const entries = await readFilledPage(window, read, async () => rules)
      expect(entries.length).toBeLessThanOrEqual(window.limit + 1)
      const shown = entries.slice(0, window.limit)
      return {
        ids: shown.flatMap(({ post }) => post?._id ?? []),
        last: shown.at(-1),
        hasMore: entries.length > window.limit,
      }
    }
    const unmuted = all.flatMap(({ post }) => (post && post.content !== 'ham' ? post._id : []))
    return { readPage, unmuted, windows }
  }

  async function readPages(texts: readonly string[], limit: number) {
    const { readPage, ...feed } = createFeed(texts)
    const pages: string[][] = []
    for (let after: TimelineEntry | undefined; ; ) {
      const { ids, last, hasMore } = await readPage({ limit, after, skip: 0 })
      pages.push(ids)
      if (!hasMore) return { pages, ...feed }
      after = last
    }
  }

  it('is full, whatever is muted', async () => {
    const { pages } = await readPages(['ham', 'a', 'ham', 'b', 'c', 'ham', 'd', 'e'], 2)
    expect(pages).toEqual([['a', 'b'], ['c', 'd'], ['e']])
  })

  it('is full although several members shared the same post, which it shows once', async () => {
    const { pages } = await readPages(['a', 'a', 'a', 'b', 'a', 'c', 'd'], 3)
    expect(pages).toEqual([['a', 'b', 'c'], ['d']])
  })

  it('is filled in place of a post that is gone', async () => {
    const gone: TimelineEntry = { _id: '0003', createdAt: now, post: undefined }
    const kept = ['0002', '0001'].map(
      (_id): TimelineEntry => ({ _id, createdAt: now, post: createPost('Moss', { _id }) }),
    )
    const read = async ({ limit, after }: KeysetWindow) =>
      [gone, ...kept].filter(({ _id }) => !after || _id < after._id).slice(0, limit + 1)
    expect(await readFilledPage({ limit: 2, after: undefined, skip: 0 }, read, async () => undefined)).toMatchObject(
      kept,
    )
  })

  it('reads a bounded number of windows, and the next page goes on behind them', async () => {
    const { pages, windows } = await readPages([...Array(12).fill('ham'), 'a'], 2)
    expect(pages).toEqual([[], ['a']])
    expect(windows).toHaveLength(7)
  })

  it('has together with the others each post once, in order', async () => {
    const text = fc.constantFrom('ham', 'eggs')
    await fc.assert(
      fc.asyncProperty(fc.array(text, { maxLength: 40 }), fc.integer({ min: 1, max: 6 }), async (texts, limit) => {
        const { pages, unmuted } = await readPages(texts, limit)
        expect(pages.flat()).toEqual(unmuted)
      }),
    )
  })

  it('has by its number the posts that follow the page before, whatever is muted or shared', async () => {
    const text = fc.constantFrom('ham', 'eggs', 'a', 'b')
    const limits = fc.integer({ min: 1, max: 6 })
    await fc.assert(
      fc.asyncProperty(fc.array(text, { maxLength: 40 }), limits, async (texts, limit) => {
        const { readPage, unmuted } = createFeed(texts)
        const pages: string[][] = []
        for (let hasMore = true; hasMore; ) {
          const page = await readPage({ limit, after: undefined, skip: pages.length * limit })
          pages.push(page.ids)
          hasMore = page.hasMore && page.ids.length > 0
        }
        expect(pages.flat()).toEqual([...new Set(unmuted)])
      }),
    )
  })
})
