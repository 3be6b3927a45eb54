import { expect, it } from '@jest/globals'
import { describeOnEachEngine, shareAcrossTests } from '@meadow/testing'
import { createTestRelations } from '@meadow/testing/service'
import { createUploadedPicture, nextMoment, storeOpeners } from './repository-fixtures.ts'

describeOnEachEngine(storeOpeners, (open) => {
  const store = shareAcrossTests(open)

  it('the newest version of a profile alone decides which pictures of its member are in use', async () => {
    const { members, pictures, removals, showOnProfile } = await store()
    const { addMember } = createTestRelations(members, nextMoment)
    const [member, other] = [await addMember(), await addMember()]
    const profile = { ...member, avatar: '', isVerified: false }
    const avatarOf = (owner: typeof member) => ({ ...createUploadedPicture(owner), purpose: 'avatar' as const })
    const [first, second, late, others] = [avatarOf(member), avatarOf(member), avatarOf(member), avatarOf(other)]
    for (const picture of [first, second, late, others]) await pictures.add(picture)
    await showOnProfile(member, [first.random], 1)
    await members.applyProfile({ ...profile, profileVersion: 2 })
    await showOnProfile(member, [second.random, others.random], 2)
    await showOnProfile(member, [late.random], 1)
    await showOnProfile(member, [second.random, others.random], 2)
    const at = nextMoment()
    expect(await pictures.deleteUnusedProfilePictures(at, at)).toBe(3)
    const removed: string[] = []
    await removals.removeDue(at, async (path) => void removed.push(path))
    const paths = [first, late, others].map(({ ownerId, random }) => `p/${ownerId}/${random}.webp`)
    expect(removed.toSorted()).toEqual(paths.toSorted())
  })
})
