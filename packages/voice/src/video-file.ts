import { open } from 'node:fs/promises'
import { detectVideoFormat, VIDEO_SIGNATURE_BYTES, type VideoFormat } from '@meadow/contracts/video-format'

export type { VideoFormat }

export const VIDEO_TYPES: Readonly<Record<VideoFormat, string>> = { mp4: 'video/mp4', mkv: 'video/x-matroska' }

/** Detects the format of the video in `file` by its signature, not by its name. Returns undefined for other content. */
export async function readVideoFormat(file: string): Promise<VideoFormat | undefined> {
  await using handle = await open(file)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(VIDEO_SIGNATURE_BYTES), 0, VIDEO_SIGNATURE_BYTES, 0)
  return detectVideoFormat(buffer.subarray(0, bytesRead))
}
