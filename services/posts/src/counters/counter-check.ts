import type { BackgroundTask, Logger, Metrics } from '@meadow/service'
import { createHourlyCleanup } from '@meadow/storage'

/** The counts that this service stores beside the rows that they count. */
export const COUNT_NAMES = ['likes', 'comments', 'shares', 'comment_likes', 'replies'] as const
export type CountName = (typeof COUNT_NAMES)[number]

/** Posts whose counts one batch compares. */
export const CHECKED_POSTS_PER_BATCH = 200
/** Batches of one hour. A million posts are checked in four days. */
const BATCHES_PER_HOUR = 50

/** The result of a batch: the posts that were compared, the counts that were wrong, and if there are more posts. */
export type CounterCheckResult = { checked: number; repaired: Partial<Record<CountName, number>>; hasMore: boolean }

/** Compares the counts of posts with what they count, from the oldest post to the newest and then again. */
export type CounterChecker = {
  /**
   * Compares the counts of the next posts, and repairs those that are wrong. Only one process does so at a time: the others get an empty
   * result.
   */
  checkBatch(at: Date): Promise<CounterCheckResult>
  /** Returns the time at which the counts of a post were last compared; undefined if they never were. */
  findLastCheck(postId: string): Promise<Date | undefined>
  /** Returns the times of the first like, comment and share that a post counts now. */
  findFirstTimes(postId: string): Promise<FirstTimes>
}

/** The times of the first like, comment and share of a post; undefined if there is none. */
export type FirstTimes = Record<'likes' | 'comments' | 'shares', Date | undefined>

/** Explains the counts of a post. The first are days (UTC), which is as exact as the explanation needs. */
export const toPostCountsView = ({ likes, comments, shares }: FirstTimes, checkedAt: Date | undefined) => ({
  firstDays: { likes: toDay(likes), comments: toDay(comments), shares: toDay(shares) },
  checkedAt: checkedAt?.toISOString() ?? null,
})

const toDay = (at: Date | undefined): string | null => at?.toISOString().slice(0, 10) ?? null

type CounterCheckDeps = { counterChecker: CounterChecker; log: Logger; now: () => Date }

/** Creates the background task that compares some posts every hour, and tells of counts that had to be repaired. */
export function createCounterCheckTask({ counterChecker, log, now }: CounterCheckDeps): BackgroundTask {
  const repaired = new Map<CountName, number>(COUNT_NAMES.map((name) => [name, 0]))
  let checked = 0
  let batches = 0
  return {
    ...createHourlyCleanup({
      name: 'counter check',
      log,
      // Deletes nothing: the cleanup lends its schedule, and calls this until it returns false.
      async deleteBatch() {
        const result = await counterChecker.checkBatch(now())
        checked += result.checked
        for (const name of COUNT_NAMES) repaired.set(name, (repaired.get(name) ?? 0) + (result.repaired[name] ?? 0))
        if (Object.keys(result.repaired).length > 0) log.warn(result, 'counts of posts were wrong and are repaired')
        batches = result.hasMore ? batches + 1 : 0
        if (batches < BATCHES_PER_HOUR) return result.hasMore
        batches = 0
        return false
      },
    }),
    registerMetrics(metrics: Metrics) {
      metrics.gauge({ name: 'counts_checked', help: 'Posts whose counts were compared with what they count' }, () => [
        { value: checked },
      ])
      metrics.gauge({ name: 'counts_repaired', help: 'Counts that were wrong', labels: ['count'] }, () =>
        [...repaired].map(([count, value]) => ({ labels: { count }, value })),
      )
    },
  }
}
