import type { EncodedVideoFile } from '@meadow/voice'
import type { NewMessage } from '../conversations/write/new-message.ts'
import type { ChangedMessage, MessageChange, MessageChangePlan, MessageChangeRule } from '../messages/change-message.ts'
import type { MessageVideo } from '../messages/message.ts'
import { listVideoPaths, toRecordingPath } from '../pictures/picture-paths.ts'

/** The files that replace a video, or `failed`. A video without an outcome fails: it is never served as it was sent. */
type VideoOutcome = EncodedVideoFile | 'failed' | undefined

export type VideoCompletion = MessageChange & { outcome: VideoOutcome }

/**
 * Stores the outcome of a video, with the removal of its task and of the file that is no longer used, in one transaction. A message that
 * was deleted, or whose video is complete, does not change. @throws message_not_found, upload_failed
 */
export type StoreVideoCompletion = (completion: VideoCompletion) => Promise<ChangedMessage>

/** The video after its encoding, the new files of the message, and those that are no longer used. */
export type VideoCompletionPlan = MessageChangePlan & {
  video: MessageVideo
  added: readonly string[]
  removed: readonly string[]
}

/** The rule of the completion of a video. A block does not prevent it: both members have the message. */
export const videoCompletionRule: MessageChangeRule<VideoCompletion, VideoCompletionPlan> = {
  changesHidden: true,
  plan({ video, deletedAt }, { outcome }) {
    if (deletedAt || video?.status !== 'processing') return undefined
    const removed = [toRecordingPath(video)]
    if (outcome === undefined || outcome === 'failed')
      return { video: { ...video, status: 'failed' }, added: [], removed }
    return { video: { ...outcome, status: 'ready' }, added: listVideoPaths(outcome), removed }
  },
  createEvent: () => undefined,
}

/** Returns whether a new message has a video that must be encoded. */
export const hasVideoTask = ({ video }: Pick<NewMessage, 'video'>): boolean => video?.status === 'processing'
