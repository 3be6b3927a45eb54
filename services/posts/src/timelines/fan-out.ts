import type { BackgroundTask, Logger, Metrics } from '@meadow/service'
import { createHourlyCleanup, createPollingTask } from '@meadow/storage'

/**
 * `maxEntries`: the length to which a timeline is cut; older pages are read by looking up the posts of each followed member.
 * `maxFollowers`: the posts of an author with more followers are copied to no timeline, and merged when one is read.
 */
export const DEFAULT_FAN_OUT_LIMITS = { maxEntries: 800, maxFollowers: 5_000 }

/** A timeline that nobody has read for this time is deleted. */
const MAX_UNREAD_AGE_MS = 14 * 24 * 3_600_000

/**
 * Maintains home timelines that are written in advance ("fan-out on write"). They are a cache of the exact query. Each method handles one
 * batch in one transaction, and returns true if there may be more. Several processes may call it at the same time.
 */
export type FanOut = {
  /** Copies new posts to the timelines of their authors and of the followers of these. */
  copyNewPosts(): Promise<boolean>
  /** Writes a timeline that a viewer waits for, or that a new follow has made incomplete. */
  buildTimeline(): Promise<boolean>
  /** Deletes timelines that were last read before a time. */
  deleteUnread(before: Date): Promise<boolean>
  /** Cuts timelines to their length, those of the members after `afterMemberId`. Returns the last of these; undefined at the end. */
  cutTimelines(afterMemberId: string | undefined): Promise<string | undefined>
  /**
   * Compares the first pages of some timelines with the exact query, and lets those that differ be written again. Returns the numbers
   * of timelines that were compared, and that differed.
   */
  compareTimelines(): Promise<{ compared: number; different: number }>
}

type FanOutTaskDeps = { fanOut: FanOut; log: Logger }

/** Pages are exact while posts wait: they are merged when a timeline is read. So there is no hurry. */
const POLL_INTERVAL_MS = 2_000

/** Creates the background tasks of a store that writes timelines in advance. */
export const createFanOutTasks = ({
  fanOut,
  ...deps
}: Omit<TimelineCleanupDeps, 'fanOut'> & { fanOut?: FanOut | undefined }): BackgroundTask[] =>
  fanOut ? [createFanOutTask({ fanOut, ...deps }), createTimelineCleanup({ fanOut, ...deps })] : []

/** Creates the background task that copies new posts and builds timelines. A failure is logged, and repeated after a while. */
const createFanOutTask = ({ fanOut, log }: FanOutTaskDeps): BackgroundTask =>
  createPollingTask({
    name: 'fan-out',
    intervalMs: POLL_INTERVAL_MS,
    async run(signal) {
      while (!signal.aborted && ((await fanOut.copyNewPosts()) || (await fanOut.buildTimeline())));
    },
    failure: 'posts could not be copied to timelines',
    toleratedFailures: 1,
    log,
  })

type TimelineCleanupDeps = FanOutTaskDeps & { now: () => Date }

/** Creates the background task that deletes unread timelines, cuts long ones, and compares some with the exact query, every hour. */
function createTimelineCleanup({ fanOut, log, now }: TimelineCleanupDeps): BackgroundTask {
  let compared = 0
  let different = 0
  let lastCut: string | undefined
  return {
    ...createHourlyCleanup({
      name: 'timeline cleanup',
      log,
      async deleteBatch() {
        if (await fanOut.deleteUnread(new Date(now().getTime() - MAX_UNREAD_AGE_MS))) return true
        lastCut = await fanOut.cutTimelines(lastCut)
        if (lastCut !== undefined) return true
        const comparison = await fanOut.compareTimelines()
        compared += comparison.compared
        different += comparison.different
        if (comparison.different > 0)
          log.warn(comparison, 'timelines differed from the exact query and are written again')
        return false
      },
    }),
    registerMetrics(metrics: Metrics) {
      metrics.gauge({ name: 'timelines_compared', help: 'Timelines that were compared with the exact query' }, () => [
        { value: compared },
      ])
      metrics.gauge({ name: 'timelines_different', help: 'Compared timelines that had to be written again' }, () => [
        { value: different },
      ])
    },
  }
}
