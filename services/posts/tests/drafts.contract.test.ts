import { expect, it } from '@jest/globals'
import { MAX_DRAFTS } from '@meadow/contracts/limits'
import { createTestMember, describeOnEachEngine, shareAcrossTests } from '@meadow/testing'
import { createTestRelations } from '@meadow/testing/service'
import {
  createNewPost,
  createPostDraft,
  createUploadedPicture,
  nextMoment,
  storeOpeners,
  toNewPicture,
} from './repository-fixtures.ts'

describeOnEachEngine(storeOpeners, (open) => {
  const store = shareAcrossTests(open)

  async function setUp() {
    const opened = await store()
    const author = createTestMember()
    const addPicture = async (owner = author) => {
      const picture = createUploadedPicture(owner)
      await opened.pictures.add(picture)
      return picture
    }
    const list = async () => (await opened.drafts.list(author._id)).map(({ _id, content }) => ({ _id, content }))
    const remove = (_id: string, changedAt = nextMoment(), memberId = author._id) =>
      opened.drafts.delete({ _id, memberId, changedAt, at: nextMoment() })
    /** Deletes all pictures that nothing keeps. */
    const cleanUp = async () => {
      while ((await opened.pictures.deleteUnusedPostPictures(nextMoment(), nextMoment())) > 0);
    }
    return { ...opened, author, addPicture, list, remove, cleanUp }
  }

  it('drafts are listed by their last change, with all choices, for their author only', async () => {
    const { drafts, author, list } = await setUp()
    const settings = {
      language: 'pt-BR',
      pictureCover: { kind: 'spoiler' as const, note: 'The end' },
      commentAudience: 'following' as const,
    }
    const [older, newer] = [createPostDraft(author), { ...createPostDraft(author), settings }]
    for (const draft of [newer, older]) await drafts.save(draft)
    const { memberId: _, ...expected } = newer
    expect(await drafts.list(author._id)).toMatchObject([expected, { _id: older._id }])
    await drafts.save({ ...older, content: 'Changed', changedAt: nextMoment() })
    expect(await list()).toMatchObject([{ content: 'Changed' }, { content: 'A draft' }])
    const neighbour = createTestMember()
    await drafts.save({ ...createPostDraft(neighbour), _id: older._id, content: 'Of another' }) // with the same id
    expect(await list()).toMatchObject([{ content: 'Changed' }, { content: 'A draft' }])
    expect(await drafts.list(neighbour._id)).toMatchObject([{ _id: older._id, content: 'Of another' }])
  })

  it('the newest change wins in any order, and an older one gets the newer draft', async () => {
    const { drafts, author, list, remove } = await setUp()
    const first = createPostDraft(author)
    const second = { ...first, content: 'Second', changedAt: nextMoment() }
    await drafts.save(second)
    for (const late of [first, { ...first, changedAt: second.changedAt }])
      await expect(drafts.save(late)).rejects.toMatchObject({
        code: 'draft_changed',
        draft: { _id: first._id, content: 'Second', changedAt: second.changedAt.toISOString() },
      })
    await drafts.save(second) // a repeated request
    await expect(remove(first._id, first.changedAt)).rejects.toMatchObject({ code: 'draft_changed' })
    expect(await list()).toEqual([{ _id: first._id, content: 'Second' }])
  })

  it('a change before the deletion does not bring a draft back, and a later one does', async () => {
    const { drafts, author, list, remove } = await setUp()
    const draft = createPostDraft(author)
    const [late, deletedAt] = [{ ...draft, content: 'Late', changedAt: nextMoment() }, nextMoment()]
    await drafts.save(draft)
    for (let n = 0; n < 2; n++) await remove(draft._id, deletedAt)
    for (const change of [draft, late, { ...draft, changedAt: deletedAt }])
      await expect(drafts.save(change)).rejects.toMatchObject({ code: 'draft_changed', draft: null })
    expect(await list()).toEqual([])
    const unknown = createPostDraft(author)
    await remove(unknown._id) // it was posted before its draft was sent
    await expect(drafts.save(unknown)).rejects.toMatchObject({ code: 'draft_changed' })
    await drafts.save({ ...draft, content: 'Again', changedAt: nextMoment() })
    expect(await list()).toEqual([{ _id: draft._id, content: 'Again' }])
  })

  it('deletions are forgotten after a time, drafts never', async () => {
    const { drafts, author, list, remove } = await setUp()
    const [kept, removed] = [createPostDraft(author), createPostDraft(author)]
    for (const draft of [kept, removed]) await drafts.save(draft)
    await remove(removed._id)
    while (await drafts.forgetDeleted(nextMoment()));
    expect(await list()).toMatchObject([{ _id: kept._id }])
    await drafts.save(removed)
    expect(await list()).toHaveLength(2)
  })

  it('a member has at most 50 drafts, of which each can be changed, also when many come at once', async () => {
    const { drafts, author, list, remove } = await setUp()
    const first = createPostDraft(author)
    await drafts.save(first)
    for (let n = 1; n < MAX_DRAFTS - 1; n++) await drafts.save(createPostDraft(author))
    const [one, other] = await Promise.allSettled([
      drafts.save(createPostDraft(author)),
      drafts.save(createPostDraft(author)),
    ])
    expect([one?.status, other?.status].toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(drafts.save(createPostDraft(author))).rejects.toMatchObject({ code: 'draft_limit_reached' })
    await drafts.save({ ...first, content: 'Changed', changedAt: nextMoment() })
    await remove(first._id)
    await drafts.save(createPostDraft(author))
    expect(await list()).toHaveLength(MAX_DRAFTS)
  })

  it('pictures are kept as long as a draft has them', async () => {
    const { drafts, author, addPicture, cleanUp, remove } = await setUp()
    const [hill, lake] = [await addPicture(), await addPicture()]
    const draft = {
      ...createPostDraft(author),
      pictures: [toNewPicture({ random: lake.random }, 'A lake'), toNewPicture({ random: hill.random })],
    }
    const listPictures = async () =>
      (await drafts.list(author._id)).flatMap(({ pictures }) => pictures.map(({ _id, alt }) => [_id, alt]))
    await drafts.save(draft)
    await cleanUp()
    expect(await listPictures()).toEqual([
      [lake._id, 'A lake'],
      [hill._id, ''],
    ])
    const shorter = { ...draft, pictures: draft.pictures.slice(0, 1), changedAt: nextMoment() }
    await drafts.save(shorter)
    await cleanUp()
    await expect(drafts.save({ ...draft, changedAt: nextMoment() })).rejects.toMatchObject({ code: 'invalid_request' })
    expect(await listPictures()).toEqual([[lake._id, 'A lake']])
    await remove(draft._id)
    await cleanUp()
    await expect(drafts.save({ ...shorter, changedAt: nextMoment() })).rejects.toMatchObject({
      code: 'invalid_request',
    })
  })

  it('a picture of a draft can be posted, and then stays with the post', async () => {
    const { drafts, author, addPicture, cleanUp, remove, posts, members } = await setUp()
    await createTestRelations(members, nextMoment).addMember(author)
    const picture = await addPicture()
    const draft = { ...createPostDraft(author), pictures: [toNewPicture({ random: picture.random })] }
    await drafts.save(draft)
    const post = { ...createNewPost(author), pictures: draft.pictures }
    await posts.add(post)
    expect(await drafts.list(author._id)).toMatchObject([{ pictures: [] }])
    await expect(drafts.save({ ...draft, changedAt: nextMoment() })).rejects.toMatchObject({ code: 'invalid_request' })
    await remove(draft._id)
    await cleanUp()
    expect(await posts.findMany([post._id], author)).toMatchObject([{ pictures: [{ _id: picture._id }] }])
  })

  it('refuses pictures of another member', async () => {
    const { drafts, author, addPicture } = await setUp()
    const picture = await addPicture(createTestMember())
    const draft = { ...createPostDraft(author), pictures: [toNewPicture({ random: picture.random })] }
    await expect(drafts.save(draft)).rejects.toMatchObject({ code: 'invalid_request' })
  })
})
