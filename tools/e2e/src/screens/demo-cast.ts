import { createNamedAccount } from '@meadow/testing/accounts'
import { type ApiClient, type ApiMember, createApiClient } from '@meadow/testing/api-client'
import { signInDemoAccount } from '@meadow/testing/demo-accounts'
import type { SampleCommunity } from '@meadow/testing/sample-community'

type FoundMember = { _id: string; username: string; fullName: string }

const VIEWER_USERNAME = 'kofi'
const PARTNER_USERNAME = 'mara'

/** Chooses the members of the demo community at `url` that the screens show. Adds a new member and a thread. */
export async function createDemoScreens(url: string): Promise<SampleCommunity> {
  const calls = createApiClient(url)
  const [viewer, partner] = [
    await signInDemoAccount(calls, VIEWER_USERNAME),
    await signInDemoAccount(calls, PARTNER_USERNAME),
  ]
  const question = await calls.sendMessage(partner, viewer, 'Which barn was it again, for the others?')
  await calls.sendMessage(viewer, partner, 'The one with the red door.', { threadId: question })
  const { posts } = await calls.call<{ posts: { _id: string }[] }>(`/posts/user/${PARTNER_USERNAME}?filter=media`, {
    by: viewer,
  })
  return {
    viewer: viewer.account,
    partner: partner.account,
    silentFriend: await findSilentFriend(calls, viewer),
    newMember: (await calls.register(createNamedAccount('Juno Park'))).account,
    postId: posts[0]?._id ?? '',
  }
}

/** Finds a mutual follower without a conversation. @throws if there is none */
async function findSilentFriend({ call }: ApiClient, by: ApiMember): Promise<FoundMember> {
  const { mutualFollowers } = await call<{ mutualFollowers: FoundMember[] }>('/messages/mutual-followers', { by })
  const { conversations } = await call<{ conversations: { user: FoundMember }[] }>('/messages/conversations?limit=50', {
    by,
  })
  const found = mutualFollowers.find(({ _id }) => conversations.every(({ user }) => user._id !== _id))
  if (!found) throw new Error(`${by.account.fullName} has messaged all mutual followers`)
  return found
}
