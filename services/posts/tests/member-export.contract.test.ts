import { expect, it } from '@jest/globals'
import type { OwnDataPage } from '@meadow/members'
import { createTestMember, describeOnEachEngine, shareAcrossTests } from '@meadow/testing'
import {
  createLikeChange,
  createNewComment,
  createNewPost,
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
})
