import type { Texts } from '../texts/read-texts.ts'
import { createChance } from './chance.ts'
import { type Follow, planFollows } from './follows.ts'
import type { Member } from './member.ts'
import { type PlannedPost, planPosts } from './posts.ts'
import { type PlannedTalk, planTalks } from './talks.ts'

/** All that happens in the community, with the moment of each. */
export type Plan = { members: Member[]; follows: Follow[]; posts: PlannedPost[]; talks: PlannedTalk[] }

const MONTH = 30.4 * 86_400_000

/** What became of the texts until `now`. Pure: the same texts, moment and seed give the same plan. */
export function createPlan({ people, posts, talks }: Texts, now: Date, seed: number): Plan {
  const chance = createChance(seed)
  const members = people.map((person) => ({
    ...person,
    joinedAt: new Date(now.getTime() - (person.joined + chance.random()) * MONTH),
  }))
  const follows = planFollows({ members, posts: posts.flat(), talks, now, chance })
  return {
    members,
    follows,
    posts: planPosts({ members, posts, follows, now, chance }),
    talks: planTalks({ talks, now, chance }),
  }
}
