import { FEW_FOLLOWS } from '@meadow/contracts/limits'
import type { Page } from 'playwright-core'
import type { Caller, Calls } from './calls.ts'

type SignedIn = Pick<Caller, '_id' | 'token'>

/** Who is signed in on this page. */
export const callerOn = (page: Page): Promise<SignedIn> =>
  page.evaluate(() => ({ _id: localStorage.getItem('userId') ?? '', token: localStorage.getItem('token') ?? '' }))

/** `all` follow members who say nothing, so many that they see no posts of strangers at home. Answers these members. */
export async function keepToThemselves({ join, follow }: Calls, ...all: SignedIn[]): Promise<Caller[]> {
  const silent = await Promise.all(
    Array.from({ length: FEW_FOLLOWS }, (_, index) => join(`Silent ${'abcdefgh'[index]}`)),
  )
  await Promise.all(all.flatMap((by) => silent.map((one) => follow(by, one))))
  return silent
}
