import { createMongoMemberReadModel, findVisibleMembers, toContactPrivacy } from '@meadow/members'
import { type MongoDatabase, runMongoOperations } from '@meadow/storage'
import { assertVisible, type Contact, toContact } from './conversation.ts'

/** Reads how `member` may contact `other`. */
export async function readMongoContact(mongo: MongoDatabase, member: string, other: string): Promise<Contact> {
  const members = createMongoMemberReadModel(mongo)
  const [outgoing, incoming, others] = await runMongoOperations(mongo, [
    () => members.findFollowed(member, [other]),
    () => members.findFollowed(other, [member]),
    () => members.find([other]),
  ])
  const follows = { isFollowing: outgoing.size > 0, isFollowedBack: incoming.size > 0 }
  return toContact(toContactPrivacy(others.get(other)?.contactPrivacy ?? {}), follows)
}

/** Returns true if `member` may see `other`. */
export const isVisibleMember = async (mongo: MongoDatabase, member: string, other: string): Promise<boolean> =>
  (await findVisibleMembers(mongo, { _id: member }, [other])).size > 0

/** @throws member_not_found unless `member` may see `other` */
export async function assertVisibleMember(mongo: MongoDatabase, member: string, other: string): Promise<void> {
  assertVisible(await isVisibleMember(mongo, member, other))
}
