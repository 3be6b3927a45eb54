import { expect, it } from '@jest/globals'
import { newId } from '@meadow/service'
import { alice, bob, carol, describeOnEachEngine, shareAcrossTests, type TestMember, UNKNOWN_ID } from '@meadow/testing'
import { createTestRelations } from '@meadow/testing/service'
import type { PostEdit } from '../src/edits/edit.ts'
import { toTestActor } from './fixtures.ts'
import {
  createLikeChange,
  createNewComment,
  createNewPost,
  createPostDeletion,
  createUploadedPicture,
  nextMoment,
  storeOpeners,
  toNewPicture,
} from './repository-fixtures.ts'

const createEdit = (postId: string, content: string, { by = alice, rev = 1 } = {}): PostEdit => {
  const at = nextMoment()
  return { postId, by: toTestActor(by), content, facets: [], rev, at, eventId: newId(at) }
}

describeOnEachEngine(storeOpeners, (open) => {
  const store = shareAcrossTests(open)

  async function addPost(by: TestMember = alice) {
    const { posts } = await store()
    const post = createNewPost(by)
    await posts.add(post)
    return post
  }

  it('an edit changes the text, keeps the one before, and is stored together with its event', async () => {
    const { posts, edits, comments, publishedEvents } = await store()
    const post = await addPost()
    for (const by of [bob, carol, alice, bob]) await comments.add(createNewComment(post._id, by))
    const facets = [{ start: 0, end: 5, tag: 'moss' }]
    const edit = { ...createEdit(post._id, '#moss is green', { rev: 5 }), facets }
    await edits.edit(edit)
    const editedAt = edit.at
    expect(await posts.findMany([post._id], bob)).toMatchObject([
      { content: '#moss is green', facets, editedAt, createdAt: post.createdAt, rev: 6, commentsCount: 4 },
    ])
    const second = createEdit(post._id, 'Moss is green', { rev: 6 })
    await edits.edit(second)
    expect(await edits.listVersions(post._id, bob, 10)).toEqual([
      { rev: 7, content: 'Moss is green', facets: [], writtenAt: second.at },
      { rev: 6, content: '#moss is green', facets, writtenAt: editedAt },
      { rev: 1, content: 'A post', facets: [], writtenAt: post.createdAt },
    ])
    expect((await edits.listVersions(post._id, undefined, 1)).map(({ rev }) => rev)).toEqual([7, 6])
    const [event] = (await publishedEvents(post)).slice(-2)
    expect(event).toMatchObject({
      type: 'post.edited',
      data: {
        authorId: alice._id,
        rev: 6,
        excerpt: '#moss is green',
        view: { content: '#moss is green', facets, editedAt: editedAt.toISOString(), commentsCount: 4 },
      },
    })
    expect(event).toMatchObject({ data: { participantIds: [bob._id, carol._id] } })
  })

  it('likes and comments since do not matter to an edit, another text does', async () => {
    const { edits, likes, posts, publishedEvents } = await store()
    const post = await addPost()
    await likes.set(createLikeChange(post._id, bob), true)
    await edits.edit(createEdit(post._id, 'First edit', { rev: 1 }))
    await expect(edits.edit(createEdit(post._id, 'Second edit', { rev: 2 }))).rejects.toMatchObject({
      code: 'edited_elsewhere',
    })
    await edits.edit(createEdit(post._id, 'First edit', { rev: 1 })) // repeated after a lost response
    await edits.edit(createEdit(post._id, 'Second edit', { rev: 3 }))
    expect(await posts.findMany([post._id], alice)).toMatchObject([{ content: 'Second edit', rev: 4, likesCount: 1 }])
    expect(await publishedEvents(post)).toHaveLength(4)
  })

  it('of several edits at the same time one is stored', async () => {
    const { edits } = await store()
    const post = await addPost()
    const results = await Promise.allSettled(['a', 'b', 'c'].map((text) => edits.edit(createEdit(post._id, text))))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await edits.listVersions(post._id, alice, 10)).toHaveLength(2)
  })

  it('only its author can edit a post, while it exists and nothing hides it', async () => {
    const { edits, posts, consumerStore } = await store()
    const post = await addPost()
    await expect(edits.edit(createEdit(post._id, 'Mine', { by: bob }))).rejects.toMatchObject({ code: 'not_your_post' })
    await expect(edits.edit(createEdit(UNKNOWN_ID, 'Nothing'))).rejects.toMatchObject({ code: 'post_not_found' })
    await expect(edits.edit(createEdit(post._id, ''))).rejects.toMatchObject({ code: 'invalid_request' })
    await consumerStore.transaction(({ reportedContent }) =>
      reportedContent.setPostHidden(post._id, true, nextMoment()),
    )
    await expect(edits.edit(createEdit(post._id, 'Hidden'))).rejects.toMatchObject({ code: 'post_not_found' })
    await expect(edits.listVersions(post._id, alice, 10)).rejects.toMatchObject({ code: 'post_not_found' })
    const other = await addPost()
    await edits.edit(createEdit(other._id, 'Changed'))
    await posts.delete(createPostDeletion(other._id, alice))
    await expect(edits.edit(createEdit(other._id, 'Late'))).rejects.toMatchObject({ code: 'post_not_found' })
    await expect(edits.listVersions(other._id, alice, 10)).rejects.toMatchObject({ code: 'post_not_found' })
  })

  it('a post with a picture can lose its text', async () => {
    const { edits, pictures, posts } = await store()
    const picture = createUploadedPicture()
    await pictures.add(picture)
    const post = { ...createNewPost(alice), pictures: [toNewPicture({ _id: picture._id })] }
    await posts.add(post)
    await edits.edit(createEdit(post._id, ''))
    expect(await posts.findMany([post._id], bob)).toMatchObject([{ content: '', pictures: [{ _id: picture._id }] }])
  })

  it('the history is there for those who may see the post', async () => {
    const { edits, members } = await store()
    const { block } = createTestRelations(members, nextMoment)
    const post = await addPost()
    await edits.edit(createEdit(post._id, 'Changed'))
    await block(alice, carol)
    await expect(edits.listVersions(post._id, carol, 10)).rejects.toMatchObject({ code: 'post_not_found' })
    expect(await edits.listVersions(post._id, bob, 10)).toHaveLength(2)
  })
})
