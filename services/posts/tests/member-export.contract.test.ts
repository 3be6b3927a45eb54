import { expect, it } from '@jest/globals'
import type { OwnDataItem, OwnDataPage } from '@meadow/members'
import { newId } from '@meadow/service'
import { createTestMember, describeOnEachEngine, shareAcrossTests, type TestMember } from '@meadow/testing'
import {
  addUploadedVideo,
  createCommentChange,
  createLikeChange,
  createNewComment,
  createNewPost,
  createPostDraft,
  createUploadedPicture,
  storeOpeners,
  toNewPicture,
} from './repository-fixtures.ts'

describeOnEachEngine(storeOpeners, (open) => {
  const store = shareAcrossTests(open)

  it('has the posts, comments, likes and pictures of a member, and of nobody else', async () => {
    const { ownData, posts, comments, likes, pictures } = await store()
    const [member, neighbour] = [createTestMember(), createTestMember()]
    const picture = createUploadedPicture(member)
    await pictures.add(picture)
    const own = { ...createNewPost(member), pictures: [toNewPicture({ random: picture.random })] }
    const other = { ...createNewPost(neighbour), pictures: [] }
    for (const post of [own, other]) await posts.add(post)
    for (const by of [member, neighbour]) await comments.add(createNewComment(other._id, by), undefined)
    for (const by of [member, neighbour]) await likes.set(createLikeChange(other._id, by), true)
    const pages: OwnDataPage[] = []
    for await (const page of ownData.readPages(member._id)) pages.push(page)
    const itemsOf = (kind: string) => pages.filter((page) => page.kind === kind).flatMap(({ items }) => items)
    expect(itemsOf('posts')).toMatchObject([{ text: own.content, createdAt: own.createdAt }])
    expect(itemsOf('comments')).toMatchObject([{ postId: other._id }])
    expect(itemsOf('likes')).toMatchObject([{ postId: other._id }])
    expect(itemsOf('pictures')).toMatchObject([{ file: `media/${picture.random}.webp` }])
    expect(pages.flatMap(({ files }) => files)).toEqual([
      { name: `media/${picture.random}.webp`, path: `p/${member._id}/${picture.random}.webp` },
    ])
  })

  it('counts and exports all kinds of things with the same fields, also what moderators have hidden', async () => {
    const opened = await store()
    const { ownData, posts, comments, likes, pictures, consumerStore } = opened
    const [member, neighbour] = [createTestMember(), createTestMember()]
    const picture = createUploadedPicture(member)
    await pictures.add(picture)
    const [shown, hidden] = [createNewPost(member), createNewPost(member)]
    const settings = {
      language: 'de',
      pictureCover: { kind: 'spoiler' as const, note: 'The end' },
      commentAudience: 'following' as const,
    }
    const withPicture = { ...shown, pictures: [toNewPicture({ random: picture.random }, 'A meadow')] }
    for (const post of [withPicture, { ...hidden, settings }]) await posts.add(post)
    const addComment = async (by: TestMember, text: string) => {
      const comment = createNewComment(shown._id, by, text)
      await comments.add(comment, undefined)
      return comment
    }
    const hiddenComments = [await addComment(member, 'Hidden'), await addComment(neighbour, 'Not mine')]
    await addComment(member, 'Shown')
    await likes.set(createLikeChange(shown._id, member), true)
    const [, notMine] = hiddenComments
    if (notMine) await comments.setLike(createCommentChange(notMine, member), true)
    const followedAt = new Date()
    const bookmarkedAt = new Date()
    const bookmark = { memberId: member._id, postId: shown._id, folder: 'Later', createdAt: bookmarkedAt }
    await opened.bookmarks.set(bookmark)
    await opened.pins.set({
      postId: shown._id,
      by: shown.author,
      isPinned: true,
      at: followedAt,
      eventId: newId(followedAt),
    })
    await opened.tags.follow(member._id, 'moss', followedAt)
    const draft = { ...createPostDraft(member), settings }
    await opened.drafts.save(draft)
    await opened.discover.addExclusion(member._id, { kind: 'tag', subject: 'moss' }, followedAt)
    const mute = { kind: 'post', target: shown._id, wanted: { until: null } } as const
    await opened.mutedContent.change({ ...mute, memberId: member._id, at: followedAt, eventId: newId(followedAt) })
    const notOwn = createNewPost(neighbour)
    await posts.add(notOwn)
    await opened.views.add({ memberId: member._id, postIds: [notOwn._id], at: followedAt })
    await opened.readingPositions.advance(member._id, followedAt)
    const at = new Date()
    const edit = { postId: shown._id, by: shown.author, content: 'New', facets: [], rev: 1, at, eventId: newId(at) }
    await opened.edits.edit(edit)
    await consumerStore.transaction(async ({ reportedContent }) => {
      await reportedContent.setPostHidden(hidden._id, true, new Date())
      for (const { _id } of hiddenComments) await reportedContent.setCommentHidden(_id, true)
    })
    const video = await addUploadedVideo(opened.videos, member)
    expect((await ownData.count(member._id)).kinds).toEqual([
      { kind: 'posts', count: 2, since: shown.createdAt.toISOString() },
      { kind: 'earlierTexts', count: 1, since: shown.createdAt.toISOString() },
      { kind: 'comments', count: 2, since: hiddenComments[0]?.createdAt.toISOString() },
      { kind: 'likes', count: 1, since: expect.any(String) },
      { kind: 'commentLikes', count: 1, since: expect.any(String) },
      { kind: 'pinnedPosts', count: 1, since: followedAt.toISOString() },
      { kind: 'bookmarks', count: 1, since: bookmarkedAt.toISOString() },
      { kind: 'drafts', count: 1, since: draft.changedAt.toISOString() },
      { kind: 'discoverExclusions', count: 1, since: followedAt.toISOString() },
      { kind: 'pictures', count: 1, since: picture.createdAt.toISOString() },
      { kind: 'videos', count: 1, since: video.createdAt.toISOString() },
      { kind: 'followedTags', count: 1, since: followedAt.toISOString() },
      { kind: 'mutedContent', count: 1, since: followedAt.toISOString() },
      { kind: 'viewedPosts', count: 1, since: `${followedAt.toISOString().slice(0, 10)}T00:00:00.000Z` },
      { kind: 'readingPositions', count: 1, since: followedAt.toISOString() },
    ])
    const items: Record<string, OwnDataItem[]> = {}
    for await (const { kind, items: added } of ownData.readPages(member._id))
      items[kind] = [...(items[kind] ?? []), ...added]
    expect(items['comments']?.map(({ text }) => text)).toEqual(expect.arrayContaining(['Hidden', 'Shown']))
    for (const kind of ['posts', 'drafts']) expect(items[kind]).toContainEqual(expect.objectContaining(settings))
    const defaults = { language: null, pictureCover: null, commentAudience: 'everyone' }
    expect(items['posts']?.find(({ id }) => id === shown._id)).toMatchObject(defaults)
    const toFields = (item: OwnDataItem) => Object.keys(item).toSorted()
    expect(Object.fromEntries(Object.entries(items).map(([kind, all]) => [kind, all.map(toFields)]))).toEqual({
      posts: Array(2).fill([
        'commentAudience',
        'comments',
        'createdAt',
        'hasPicture',
        'id',
        'language',
        'likes',
        'pictureCover',
        'sharedPostId',
        'text',
      ]),
      earlierTexts: [['createdAt', 'postId', 'text']],
      comments: Array(2).fill(['createdAt', 'postId', 'text']),
      likes: [['createdAt', 'postId']],
      commentLikes: [['commentId', 'createdAt', 'postId']],
      pinnedPosts: [['createdAt', 'postId']],
      bookmarks: [['createdAt', 'folder', 'postId']],
      drafts: [['commentAudience', 'createdAt', 'language', 'pictureCover', 'text']],
      discoverExclusions: [['createdAt', 'kind', 'subject']],
      followedTags: [['createdAt', 'tag']],
      mutedContent: [['createdAt', 'kind', 'target', 'until']],
      viewedPosts: [['createdAt', 'postId']],
      readingPositions: [['createdAt']],
      pictures: [['createdAt', 'description', 'file', 'height', 'postId', 'purpose', 'random', 'width']],
      videos: [['captions', 'createdAt', 'durationMs', 'file', 'format', 'postId', 'random']],
    })
    expect(items['pictures']).toMatchObject([{ description: 'A meadow' }])
    expect(items['videos']).toMatchObject([{ file: `media/${video.random}.mp4`, durationMs: 4_000 }])
  })
})
