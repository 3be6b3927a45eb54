import { MIN_FOLLOWS_FOR_FOLLOWING_FEED } from '@meadow/contracts/limits'
import { type ApiClient, type ApiMember, retryUntilAllowed } from '@meadow/testing/api-client'
import type { Page } from '@playwright/test'

type SignedInMember = Pick<ApiMember, '_id' | 'token'>

/** Reads the member who is signed in on this page. */
export const readSignedInMember = (page: Page): Promise<SignedInMember> =>
  page.evaluate(() => ({ _id: localStorage.getItem('userId') ?? '', token: localStorage.getItem('token') ?? '' }))

/**
 * Makes `members` follow enough members without posts that their home page shows no posts of strangers. Resolves when auth knows it: until
 * then a page has posts of everyone, which other tests change while it loads.
 */
export async function followSilentMembers(
  { register: join, follow, call }: ApiClient,
  ...members: SignedInMember[]
): Promise<ApiMember[]> {
  const silent = await Promise.all(
    Array.from({ length: MIN_FOLLOWS_FOR_FOLLOWING_FEED }, (_, index) => join(`Silent ${'abcdefgh'[index]}`)),
  )
  await Promise.all(members.flatMap((by) => silent.map((member) => follow(by, member))))
  for (const by of members)
    await retryUntilAllowed(async () => {
      const { following } = await call<{ following: string[] }>('/auth/me', { by })
      if (following.length < MIN_FOLLOWS_FOR_FOLLOWING_FEED) throw new Error('Auth does not know all follows yet')
    })
  return silent
}
