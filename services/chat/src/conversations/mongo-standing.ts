import { createMongoMemberReadModel, findVisibleMembers } from '@meadow/members'
import { DomainError } from '@meadow/service'
import { type MongoDatabase, runMongoOperations } from '@meadow/storage'

/** Whether two members follow each other. */
export async function areMutual(mongo: MongoDatabase, one: string, other: string): Promise<boolean> {
  const members = createMongoMemberReadModel(mongo)
  const [there, back] = await runMongoOperations(mongo, [
    () => members.findFollowed(one, [other]),
    () => members.findFollowed(other, [one]),
  ])
  return there.size > 0 && back.size > 0
}

/** Whether one may see the other. */
export const isVisible = async (mongo: MongoDatabase, member: string, other: string): Promise<boolean> =>
  (await findVisibleMembers(mongo, { _id: member }, [other])).size > 0

/** @throws member_not_found */
export async function mustSee(mongo: MongoDatabase, member: string, other: string): Promise<void> {
  if (!(await isVisible(mongo, member, other))) throw new DomainError('member_not_found')
}
