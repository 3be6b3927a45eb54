import { expect, it, jest } from '@jest/globals'
import { eraseMemberBatch } from '@meadow/members'
import { newId } from '@meadow/service'
import { createTestMember, describeOnEachEngine, shareAcrossTests } from '@meadow/testing'
import fc from 'fast-check'
import {
  createNewPost,
  createNewShare,
  createPostDeletion,
  createShareRemoval,
  nextMoment,
  storeOpeners,
} from './repository-fixtures.ts'

jest.setTimeout(180_000) // many runs, perhaps on a busy machine

const step = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constantFrom('share', 'share', 'quote', 'unshare', 'delete', 'moderators remove'),
      by: fc.nat(3),
      which: fc.nat(7),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('block', 'erase'), by: fc.nat(3), which: fc.nat(3) }) },
)

describeOnEachEngine(storeOpeners, (open) => {
  const store = shareAcrossTests(open)

  it('the number of shares equals the members who share a post, after any sequence of changes', async () => {
    const { posts, shares, consumerStore, inspect } = await store()
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const observer = createTestMember()
        const members = [observer, ...Array.from({ length: 3 }, () => createTestMember())]
        const targets: { _id: string }[] = []
        for (const author of members.slice(0, 2)) {
          const post = createNewPost(author)
          await posts.add(post)
          targets.push(post)
        }
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
          const target = targets[which % targets.length] ?? { _id: observer._id }
          if (kind === 'share' || kind === 'quote') {
            const share = createNewShare(target._id, by, kind === 'quote' ? 'Look' : '')
            await shares.add(share)
            targets.push(share)
            return
          }
          if (kind === 'unshare') return shares.remove(createShareRemoval(target._id, by))
          if (kind === 'delete') return posts.delete(createPostDeletion(target._id, by))
          if (kind === 'erase') return which === 0 ? undefined : erase(members[which] ?? by)
          if (kind === 'moderators remove') {
            await consumerStore.transaction(({ reportedContent }) =>
              reportedContent.removePost(target._id, nextMoment()),
            )
            return
          }
          version += 1
          const edge = { from: by._id, to: members[which]?._id ?? by._id, active: true, version, at: nextMoment() }
          if (edge.from !== edge.to && byIndex > 0 && which > 0)
            await consumerStore.transaction(async ({ members: readModel }) => readModel.setBlock(edge))
        }
        for (const one of steps)
          await apply(one).catch((error) => {
            if (!('code' in error)) throw error // a rule may refuse the change
          })

        for (const { _id } of targets) {
          const [sharers, count] = await inspect.countShares(_id)
          expect(count).toBe(sharers)
        }
      }),
      { numRuns: 30 },
    )
  })
})
