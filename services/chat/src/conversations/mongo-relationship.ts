import { createMongoMemberReadModel, findVisibleMembers } from '@meadow/members'
import { type MongoDatabase, runMongoOperations } from '@meadow/storage'
import { assertVisible } from './conversation.ts'

/** Returns true if two members follow each other. */
export async function areMutualFollowers(mongo: MongoDatabase, one: string, other: string): Promise<boolean> {
  const members = createMongoMemberReadModel(mongo)
  const [outgoing, incoming] = await runMongoOperations(mongo, [
    () => members.findFollowed(one, [other]),
    () => members.findFollowed(other, [one]),
  ])
  return outgoing.size > 0 && incoming.size > 0
}

/** Returns true if `member` may see `other`. */
export const isVisibleMember = async (mongo: MongoDatabase, member: string, other: string): Promise<boolean> =>
  (await findVisibleMembers(mongo, { _id: member }, [other])).size > 0

/** @throws member_not_found unless `member` may see `other` */
export async function assertVisibleMember(mongo: MongoDatabase, member: string, other: string): Promise<void> {
  assertVisible(await isVisibleMember(mongo, member, other))
}
