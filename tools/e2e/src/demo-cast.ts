import { theOnly } from '@meadow/testing/accounts'
import { type Caller, type Calls, createCalls } from '@meadow/testing/api-client'
import { signInAsDemo } from '@meadow/testing/demo-accounts'
import type { Cast } from '@meadow/testing/sample-community'

type Found = { _id: string; username: string; fullName: string }

const VIEWER = 'kofi'
const PARTNER = 'mara'

/** Members of the demo community at `url`, and a newcomer; what the screens show and it does not have is said by calls. */
export async function castDemo(url: string): Promise<Cast> {
  const calls = createCalls(url)
  const [viewer, partner] = [await signInAsDemo(calls, VIEWER), await signInAsDemo(calls, PARTNER)]
  const question = await calls.send(partner, viewer, 'Which barn was it again, for the others?')
  await calls.send(viewer, partner, 'The one with the red door.', { threadId: question })
  const { posts } = await calls.call<{ posts: { _id: string }[] }>(`/posts/user/${PARTNER}?filter=media`, {
    by: viewer,
  })
  return {
    viewer: viewer.person,
    partner: partner.person,
    silent: await silentFriend(calls, viewer),
    newcomer: (await calls.join(theOnly('Juno Park'))).person,
    postId: posts[0]?._id ?? '',
  }
}

/** Somebody who could be written to, and was not. */
async function silentFriend({ call }: Calls, by: Caller): Promise<Found> {
  const { mutualFollowers } = await call<{ mutualFollowers: Found[] }>('/messages/mutual-followers', { by })
  const { conversations } = await call<{ conversations: { user: Found }[] }>('/messages/conversations?limit=50', { by })
  const found = mutualFollowers.find(({ _id }) => conversations.every(({ user }) => user._id !== _id))
  if (!found) throw new Error(`${by.person.fullName} has written to all friends`)
  return found
}
