import { expect, it, jest } from '@jest/globals'
import { eraseMemberBatch } from '@meadow/members'
import { newId } from '@meadow/service'
import { createTestMember, describeOnEachEngine, shareAcrossTests } from '@meadow/testing'
import fc from 'fast-check'
import type { NewComment } from '../src/comments/comment.ts'
import {
  createCommentChange,
  createNewComment,
  createNewPost,
  nextMoment,
  storeOpeners,
} from './repository-fixtures.ts'

jest.setTimeout(180_000) // many runs, perhaps on a busy machine

const KINDS = [
  'reply',
  'like',
  'unlike',
  'edit',
  'delete',
  'hide',
  'show',
  'moderators hide',
  'moderators show',
] as const
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('comment' as const), by: fc.nat(3), which: fc.nat(0) }) },
  { weight: 12, arbitrary: fc.record({ do: fc.constantFrom(...KINDS), by: fc.nat(3), which: fc.nat(7) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom('block' as const, 'erase' as const), by: fc.nat(3), which: fc.nat(3) }),
  },
)

describeOnEachEngine(storeOpeners, (open) => {
  const store = shareAcrossTests(open)

  it('the counts of comments, replies and likes equal what is there after any sequence of changes', async () => {
    const { posts, comments, consumerStore, inspect } = await store()
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const observer = createTestMember()
        const members = [observer, ...Array.from({ length: 3 }, () => createTestMember())]
        const post = createNewPost(observer)
        await posts.add(post)
        const added: NewComment[] = []
        let version = 1
        async function erase({ _id: memberId }: { _id: string }) {
          await consumerStore.transaction(async ({ erasures, members: readModel }) => {
            await readModel.applyAccount({ _id: memberId, accountVersion: 9, state: 'erased' })
            await erasures.begin({ memberId, keepsMessages: false, counts: {} })
          })
          while (await eraseMemberBatch({ service: 'posts', consumerStore, now: nextMoment, newId }));
        }
        async function apply({ do: kind, by: byIndex, which }: (typeof steps)[number]): Promise<void> {
          const by = members[byIndex] ?? observer
          const target = added[which % Math.max(1, added.length)]
          const add = async (parentId?: string) => {
            const comment = { ...createNewComment(post._id, by), parentId }
            await comments.add(comment)
            added.push(comment)
          }
          if (kind === 'comment') return add()
          if (kind === 'erase') return which === 0 ? undefined : erase(members[which] ?? by)
          if (kind === 'block') {
            version += 1
            const edge = { from: by._id, to: members[which]?._id ?? by._id, active: true, version, at: nextMoment() }
            if (byIndex > 0 && which > 0 && edge.from !== edge.to)
              await consumerStore.transaction(async ({ members: readModel }) => readModel.setBlock(edge))
            return
          }
          if (!target) return
          if (kind === 'reply') return add(target._id)
          const change = createCommentChange(target, by)
          if (kind === 'like' || kind === 'unlike') return comments.setLike(change, kind === 'like')
          if (kind === 'edit') return comments.edit({ ...change, text: 'Edited', facets: [], editedAt: null })
          if (kind === 'delete') return comments.delete(change)
          if (kind === 'hide' || kind === 'show') return comments.setHidden(change, kind === 'hide')
          await consumerStore.transaction(async ({ reportedContent }) => {
            await reportedContent.setCommentHidden(target._id, kind === 'moderators hide')
          })
        }
        for (const one of steps)
          await apply(one).catch((error) => {
            if (!('code' in error)) throw error // a rule may refuse the change
          })

        const all = { limit: 100, after: undefined, skip: 0 }
        const shown = await comments.list(post._id, observer, all, { order: 'oldest' })
        const [after] = await posts.findMany([post._id], observer)
        const rows = await inspect.countRows('comments', post._id)
        const listed = []
        for (const comment of shown) {
          const replies = await comments.list(post._id, observer, all, { order: 'oldest', parentId: comment._id })
          expect(replies).toHaveLength(comment.repliesCount)
          listed.push(comment, ...replies)
        }
        expect([after?.commentsCount, listed.length]).toEqual([rows, rows])
        expect(after?.comments.map(({ _id }) => _id)).toEqual(
          listed
            .map(({ _id }) => _id)
            .toSorted()
            .slice(-3),
        )
        for (const { _id, likesCount } of listed) expect(await inspect.countLikesOfComment(_id)).toBe(likesCount)
      }),
      { numRuns: 25 },
    )
  })
})
