import type { AssertWordsAllowed } from '@meadow/members'
import { DomainError } from '@meadow/service'
import { rankTrends, type TagStore, type TagUse } from './tag.ts'

/** Trends are counted again after this time, at most once at a time. */
const MAX_AGE_MS = 60_000

type TrendDeps = { tags: Pick<TagStore, 'countUses'>; assertWordsAllowed: AssertWordsAllowed; now: () => Date }

/**
 * Creates a function that returns the trends, the most unusual first, without tags that contain refused words. All members of an
 * instance share one count a minute.
 */
export function createTrendReader({ tags, assertWordsAllowed, now }: TrendDeps): () => Promise<readonly TagUse[]> {
  let counted: { at: number; trends: Promise<readonly TagUse[]> } | undefined

  async function count(at: Date): Promise<readonly TagUse[]> {
    const trends: TagUse[] = []
    for (const use of rankTrends(await tags.countUses(at))) {
      if (await isAllowed(use.tag)) trends.push(use)
    }
    return trends
  }

  const isAllowed = (tag: string): Promise<boolean> =>
    assertWordsAllowed({ tag }).then(
      () => true,
      (error) => {
        if (error instanceof DomainError && error.code === 'words_refused') return false
        throw error
      },
    )

  return () => {
    const at = now()
    if (!counted || at.getTime() - counted.at > MAX_AGE_MS) {
      const trends = count(at)
      counted = { at: at.getTime(), trends }
      trends.catch(() => {
        counted = undefined // the next call counts again
      })
    }
    return counted.trends
  }
}
