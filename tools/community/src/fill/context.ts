import { createConcurrencyLimit } from '@meadow/service'
import type { Journal } from '../journal.ts'
import type { CallService } from '../service-calls.ts'
import type { CommunityServices } from '../services.ts'

export type SignedInMember = { _id: string; token: string }

/** The dependencies and state that the steps of a fill share. */
export type FillContext = {
  call: CallService
  addEmailProof: CommunityServices['addEmailProof']
  /** Gives a member a role, as the configuration of an installation names its first admin. */
  giveRole: CommunityServices['giveRole']
  /** Gives a member the verified badge. */
  giveBadge: CommunityServices['giveBadge']
  journal: Journal
  /** The origin of the product, at which posts link to others. @default they do not */
  origin?: string | undefined
  /** The members who have signed in so far, by username. */
  members: Map<string, SignedInMember>
  /** Reports the progress, at most once in a while. */
  reportProgress: (what: string) => void
}

/** Returns a member who has signed in. @throws Error if there is none of that name */
export function getMember({ members }: Pick<FillContext, 'members'>, username: string): SignedInMember {
  const member = members.get(username)
  if (!member) throw new Error(`No member is called ${username}`)
  return member
}

/** Works through all items in their order, at most `concurrency` at a time. */
export async function forEachConcurrently<T>(
  concurrency: number,
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  const limit = createConcurrencyLimit(concurrency)
  await Promise.all(items.map((item) => limit(() => work(item))))
}
