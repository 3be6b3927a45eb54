import { mongoMembers, visibleMembers } from '@meadow/members'
import { DomainError } from '@meadow/service'
import { type Mongo, together } from '@meadow/storage'

/** Whether two members follow each other. */
export async function areMutual(mongo: Mongo, one: string, other: string): Promise<boolean> {
  const members = mongoMembers(mongo)
  const [there, back] = await together(mongo, [
    () => members.whichFollowed(one, [other]),
    () => members.whichFollowed(other, [one]),
  ])
  return there.size > 0 && back.size > 0
}

/** Whether one may see the other. */
export const isVisible = async (mongo: Mongo, member: string, other: string): Promise<boolean> =>
  (await visibleMembers(mongo, { _id: member }, [other])).size > 0

/** @throws member_not_found */
export async function mustSee(mongo: Mongo, member: string, other: string): Promise<void> {
  if (!(await isVisible(mongo, member, other))) throw new DomainError('member_not_found')
}
