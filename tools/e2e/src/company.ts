import { MIN_FOLLOWS_FOR_FOLLOWING_FEED } from '@meadow/contracts/limits'
import type { Caller, Calls } from '@meadow/testing/api-client'
import type { Page } from 'playwright-core'

type SignedIn = Pick<Caller, '_id' | 'token'>

/** Who is signed in on this page. */
export const callerOn = (page: Page): Promise<SignedIn> =>
  page.evaluate(() => ({ _id: localStorage.getItem('userId') ?? '', token: localStorage.getItem('token') ?? '' }))

/** `all` follow members who say nothing, so many that they see no posts of strangers at home. Answers these members. */
export async function keepToThemselves({ join, follow }: Calls, ...all: SignedIn[]): Promise<Caller[]> {
  const silent = await Promise.all(
    Array.from({ length: MIN_FOLLOWS_FOR_FOLLOWING_FEED }, (_, index) => join(`Silent ${'abcdefgh'[index]}`)),
  )
  await Promise.all(all.flatMap((by) => silent.map((one) => follow(by, one))))
  return silent
}
