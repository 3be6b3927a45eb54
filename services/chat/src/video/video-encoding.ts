import { type EncodedVideoFile, type EncodeVideoDeps, type EncodingTaskStore, encodeVideo } from '@meadow/voice'
import type { EncodedMessageMedia } from '../encoding/media-encoding.ts'
import { toPicturePath, toRecordingPath } from '../pictures/picture-paths.ts'
import type { StoreVideoCompletion } from './video-task.ts'

export type VideoEncodingDeps = EncodeVideoDeps & {
  videoTasks: EncodingTaskStore
  messages: { completeVideo: StoreVideoCompletion }
}

/** Describes how videos are encoded. */
export const createEncodedVideo = (deps: VideoEncodingDeps): EncodedMessageMedia<EncodedVideoFile> => ({
  noun: 'video',
  tasks: deps.videoTasks,
  getPath: ({ video }) => (video?.status === 'processing' ? toRecordingPath(video) : undefined),
  complete: deps.messages.completeVideo,
  encode: (run) => encodeVideo(deps, run, { toVideoPath: toRecordingPath, toPosterPath: toPicturePath }),
})
