import type { Actor } from '@meadow/contracts'
import type { Member, MemberReadModel } from '@meadow/members'
import { DomainError } from '@meadow/service'

/**
 * Who acts, as we know them; who has just registered may act before we heard of them.
 * @throws forbidden when their account is gone
 */
export async function requireActiveMember(members: MemberReadModel, actor: Actor): Promise<Member> {
  const find = async () => (await members.find([actor._id])).get(actor._id)
  let member = await find()
  if (!member) {
    await members.upsertActor(actor)
    member = await find()
  }
  if (member?.state !== 'active') throw new DomainError('forbidden')
  return member
}
