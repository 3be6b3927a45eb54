import type { Calling } from '../calls.ts'
import type { Notes } from '../notes.ts'

export type Citizen = { _id: string; token: string }

/** What the steps of the filling work with. */
export type World = {
  call: Calling
  notes: Notes
  /** The members who have joined, by username. */
  citizens: Map<string, Citizen>
  /** Tells what is done, now and then. */
  progress: (what: string) => void
}

/** @throws Error when nobody of that name has joined */
export function citizenOf({ citizens }: Pick<World, 'citizens'>, username: string): Citizen {
  const found = citizens.get(username)
  if (!found) throw new Error(`Nobody is called ${username}`)
  return found
}

/** Works through all of them in their order, `lanes` at a time. */
export async function inLanes<T>(lanes: number, all: readonly T[], work: (one: T, index: number) => Promise<void>) {
  let next = 0
  const lane = async () => {
    for (let index = next++; index < all.length; index = next++) await work(all[index] as T, index)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}
