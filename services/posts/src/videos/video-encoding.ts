import { toMarkedRandom } from '@meadow/contracts'
import {
  type EncodedMedia,
  type EncodedVideoFile,
  type EncodeVideoDeps,
  type EncodingTaskStore,
  encodeVideo,
} from '@meadow/voice'
import { toPosterPath, toVideoPath } from './video.ts'
import type { VideoRepository } from './video-repository.ts'

export type PostVideoEncodingDeps = EncodeVideoDeps & {
  videos: VideoRepository
  videoTasks: EncodingTaskStore
  wakeMediaCleanup: () => void
}

/** Describes how videos of posts are encoded. The owner of a video is part of the paths of its files. */
export function createEncodedPostVideo(deps: PostVideoEncodingDeps): EncodedMedia<EncodedVideoFile> {
  const { videos, videoTasks, now, newId, wakeMediaCleanup } = deps
  const encodingDeps = { ...deps, newRandomName: () => toMarkedRandom(deps.newRandomName(), 'post') } // posters are no avatars
  return {
    noun: 'video',
    tasks: videoTasks,
    async find(videoId) {
      const video = await videos.find(videoId)
      if (video?.status !== 'processing') return undefined
      const { ownerId } = video
      return {
        path: toVideoPath(video),
        encode: (run) =>
          encodeVideo(encodingDeps, run, {
            toVideoPath: (encoded) => toVideoPath({ ...encoded, ownerId }),
            toPosterPath: (random, narrower) => toPosterPath(ownerId, random, narrower),
          }),
        async complete(outcome) {
          const at = now()
          const isChanged = await videos.complete({ videoId, outcome, at, eventId: newId(at) })
          if (isChanged) wakeMediaCleanup()
          return isChanged
        },
      }
    },
  }
}
