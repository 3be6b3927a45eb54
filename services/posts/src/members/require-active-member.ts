import type { Actor } from '@meadow/contracts'
import type { Member, MemberReadModel } from '@meadow/members'
import { DomainError } from '@meadow/service'

/** Returns the member of an actor. Stores the actor first if the member is unknown, as `requireActiveMember` does. */
export async function findOrAddMember(members: MemberReadModel, actor: Actor): Promise<Member | undefined> {
  const find = async () => (await members.find([actor._id])).get(actor._id)
  const member = await find()
  if (member) return member
  await members.upsertActor(actor)
  return find()
}

/**
 * Returns the member of an actor. Stores the actor first if the member is unknown, because a new member may act before
 * `member.registered` arrives.
 * @throws forbidden when the account is deactivated or erased
 */
export async function requireActiveMember(members: MemberReadModel, actor: Actor): Promise<Member> {
  const member = await findOrAddMember(members, actor)
  if (member?.state !== 'active') throw new DomainError('forbidden')
  return member
}
