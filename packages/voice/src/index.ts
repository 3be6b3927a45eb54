export {
  type ClaimedVideo,
  type EncodedVideoFile,
  type EncodeVideoDeps,
  encodeVideo,
  receiveVideo,
} from './encoding/encode-video.ts'
export type { EncodingTaskStore } from './encoding/encoding-tasks.ts'
export {
  CLAIM_MS,
  createEncoderProbe,
  createMediaEncodingTask,
  type EncodedMedia,
  type MediaEncodingDeps,
} from './encoding/media-encoding.ts'
export {
  createMongoEncodingTasks,
  getEncodingTaskCollection,
  toEncodingTaskCollection,
  toEncodingTaskWrite,
} from './encoding/mongo-encoding-tasks.ts'
export { createPostgresEncodingTasks } from './encoding/postgres-encoding-tasks.ts'
export { openVideoEncoder, type VideoEncoder, type VideoEncoding } from './video-encoder.ts'
export { readVideoFormat, VIDEO_TYPES, type VideoFormat } from './video-file.ts'
export { openVoiceEncoder, type VoiceEncoder, type VoiceEncoding } from './voice-encoder.ts'
export { readVoiceFormat, VOICE_TYPES, type VoiceFormat } from './voice-file.ts'
