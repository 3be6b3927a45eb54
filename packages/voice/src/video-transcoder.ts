import { stat, writeFile } from 'node:fs/promises'
import { VIDEO_LIMITS } from '@meadow/contracts/limits'
import type { Decoder, Demuxer, Encoder, FilterAPI, Muxer } from 'node-av/api'
import type { Frame, Stream } from 'node-av/lib'
import { EncodingError } from './encoding-error.ts'
import { createLengthMeter } from './length-meter.ts'
import { readVideoFormat, type VideoFormat } from './video-file.ts'
import { fitVideo, listTurnFilters, type VideoShape } from './video-size.ts'

/** A video as it is served. */
export type EncodedVideo = { durationMs: number; width: number; height: number }

/**
 * The demuxers of FFmpeg by format. Naming them keeps a file from choosing one that opens others, such as a playlist. Sources: the
 * documentation of FFmpeg, chapters Demuxers and Protocols.
 */
const DEMUXERS: Readonly<Record<VideoFormat, string>> = { mp4: 'mov', mkv: 'matroska' }
/** Phones store places and depths as streams of their own. */
const DEMUXER_OPTIONS = { protocol_whitelist: 'file', max_streams: 16 }

/** The container may contain a little more than `VIDEO_LIMITS.maxSeconds`, which players round. */
const SLACK_SECONDS = 5
const MAX_SECONDS = VIDEO_LIMITS.maxSeconds + SLACK_SECONDS
const MAX_FRAME_RATE = 30
/** 8K. A larger frame does not fit into the memory of the process. */
const MAX_PIXELS = 7_680 * 4_320
/** The poster is the picture at this time, because videos often begin in black; of a shorter one it is its first. */
const POSTER_SECONDS = 1
const SAMPLE_RATE = 44_100
const SOUND_FILTER = `aformat=sample_fmts=fltp:sample_rates=${SAMPLE_RATE}:channel_layouts=stereo|mono`
/** Two threads decode and encode: more only need more memory, since nothing waits for them. */
const THREADS = 2

/** Measures a stream while its frames pass. Sizes are those of the encoded frames. */
type Measured = { seconds: number; width: number; height: number }

/**
 * Encodes the video in `file` as H.264 and AAC in the new file `target` (mp4), with at most 720p and 30 frames per second, and stores a
 * picture of its beginning in the new file `poster` (png). Duration and size are those of the decoded frames, because recordings of
 * browsers name no duration, and a header may lie. What the file says about itself, such as its place, is left out.
 * @throws EncodingError
 */
export async function transcodeVideo({
  file,
  target,
  poster,
}: {
  file: string
  target: string
  poster: string
}): Promise<EncodedVideo> {
  const format = await readVideoFormat(file)
  if (!format) throw new EncodingError('unsupported_type')
  const av = await import('node-av/api')
  const { AV_LOG_QUIET, FF_ENCODER_AAC, FF_ENCODER_LIBX264, FF_ENCODER_PNG } = await import('node-av/constants')
  const { Log } = await import('node-av/lib')
  Log.setLevel(AV_LOG_QUIET)
  const picture: Measured = { seconds: 0, width: 0, height: 0 }
  const sound: Measured = { seconds: 0, width: 0, height: 0 }
  let posterSeconds = -1

  async function storePoster(frame: Frame): Promise<void> {
    const isFirst = posterSeconds < 0
    if (!isFirst && (posterSeconds >= POSTER_SECONDS || picture.seconds < POSTER_SECONDS)) return
    posterSeconds = picture.seconds
    await writeFile(poster, await av.Encoder.encodeOne(FF_ENCODER_PNG, frame, { autoFormat: true }))
  }

  try {
    await using input = await av.Demuxer.open(file, { format: DEMUXERS[format], options: DEMUXER_OPTIONS })
    const { video, audio } = await findStreams(input)
    const hasSound = audio !== undefined && (await hasFrames(file, format, audio.index))
    await using output = await av.Muxer.open(target, { format: 'mp4', options: { movflags: 'faststart' } })
    using opened = new DisposableStack()
    const videoDecoder = opened.use(await av.Decoder.create(video, { threadCount: THREADS }))
    const videoFilter = av.FilterAPI.create(await toVideoFilter(video), { threads: THREADS })
    const videoEncoder = opened.use(
      await av.Encoder.create(FF_ENCODER_LIBX264, {
        decoder: videoDecoder,
        filter: videoFilter,
        threadCount: THREADS,
        gopSize: MAX_FRAME_RATE * 2,
        maxRate: '2500k',
        bufSize: '5000k',
        options: { preset: 'veryfast', crf: 24 },
      }),
    )
    const transfers: Transfer[] = [
      {
        stream: video,
        decoder: videoDecoder,
        filter: videoFilter,
        encoder: videoEncoder,
        index: output.addStream(videoEncoder),
        measured: picture,
        onFrame: storePoster,
      },
    ]
    if (hasSound) {
      const decoder = opened.use(await av.Decoder.create(audio))
      const filter = av.FilterAPI.create(SOUND_FILTER)
      const encoder = opened.use(await av.Encoder.create(FF_ENCODER_AAC, { decoder, bitrate: '128k' }))
      transfers.push({ stream: audio, decoder, filter, encoder, index: output.addStream(encoder), measured: sound })
    }
    // The first transfer begins to read the file, and what no transfer waits for is dropped.
    await Promise.all(transfers.map((parts) => transfer(input, output, parts)))
  } catch (cause) {
    throw cause instanceof EncodingError ? cause : new EncodingError('invalid_file', cause)
  }
  if (picture.width === 0 || (await stat(target)).size === 0) throw new EncodingError('invalid_file')
  const durationMs = Math.round(Math.max(picture.seconds, sound.seconds) * 1_000)
  return { durationMs, width: picture.width, height: picture.height }
}

type Transfer = {
  stream: Stream
  decoder: Decoder
  filter: FilterAPI
  encoder: Encoder
  index: number
  measured: Measured
  onFrame?: (frame: Frame) => Promise<void>
}

/** Encodes one stream of `input` into `output`. @throws EncodingError `too_long` */
async function transfer(input: Demuxer, output: Muxer, parts: Transfer): Promise<void> {
  const { stream, decoder, filter, encoder, index, measured, onFrame } = parts
  const frames = filter.frames(decoder.frames(input.packets(stream.index)))
  const measureLength = createLengthMeter(MAX_SECONDS)
  const checked = (async function* () {
    for await (const frame of frames) {
      if (frame) {
        const start = Number(frame.pts) * frame.timeBase.toDouble()
        measured.seconds = measureLength(
          start,
          frame.nbSamples > 0 ? frame.nbSamples / SAMPLE_RATE : 1 / MAX_FRAME_RATE,
        )
        measured.width ||= frame.width
        measured.height ||= frame.height
        await onFrame?.(frame)
      }
      yield frame
    }
  })()
  for await (using packet of encoder.packets(checked)) await output.writePacket(packet, index)
}

/** Returns whether a stream has a frame. The muxer waits for the first packet of each stream before it writes any. */
async function hasFrames(file: string, format: VideoFormat, index: number): Promise<boolean> {
  const av = await import('node-av/api')
  await using input = await av.Demuxer.open(file, { format: DEMUXERS[format], options: DEMUXER_OPTIONS })
  const stream = input.streams[index]
  if (!stream) return false
  using decoder = await av.Decoder.create(stream)
  for await (using frame of decoder.frames(input.packets(index))) if (frame) return true
  return false
}

/** Returns the filters of a video: the frame rate, the size, and the turn. */
async function toVideoFilter(stream: Stream): Promise<string> {
  const { AV_PKT_DATA_DISPLAYMATRIX } = await import('node-av/constants')
  const { codecpar, avgFrameRate, sampleAspectRatio: ratio } = stream
  const shape: VideoShape = {
    width: codecpar.width,
    height: codecpar.height,
    pixelRatio: ratio.num > 0 && ratio.den > 0 ? ratio.num / ratio.den : 1,
    matrix: codecpar.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX),
  }
  const { width, height } = fitVideo(shape)
  const rate = avgFrameRate.den > 0 ? avgFrameRate.num / avgFrameRate.den : 0
  const isFast = rate <= 0 || rate > MAX_FRAME_RATE + 0.5
  return [
    ...(isFast ? [`fps=${MAX_FRAME_RATE}`] : []),
    `scale=${width}:${height}`,
    'setsar=1',
    ...listTurnFilters(shape.matrix),
    'format=yuv420p',
  ].join(',')
}

/**
 * Returns the video of a file, and its sound if it has one. @throws EncodingError if it has no video, one of a codec that neither browsers
 * nor phones record, or a frame that is too large
 */
async function findStreams(input: Demuxer): Promise<{ video: Stream; audio: Stream | undefined }> {
  const av = await import('node-av/constants')
  const video = input.video()
  const audio = input.audio()
  const videoCodecs: readonly number[] = [
    av.AV_CODEC_ID_H264,
    av.AV_CODEC_ID_HEVC,
    av.AV_CODEC_ID_VP8,
    av.AV_CODEC_ID_VP9,
    av.AV_CODEC_ID_AV1,
    av.AV_CODEC_ID_MPEG4,
  ]
  const audioCodecs: readonly number[] = [
    av.AV_CODEC_ID_AAC,
    av.AV_CODEC_ID_OPUS,
    av.AV_CODEC_ID_VORBIS,
    av.AV_CODEC_ID_MP3,
    av.AV_CODEC_ID_AC3,
    av.AV_CODEC_ID_AMR_WB,
    av.AV_CODEC_ID_PCM_S16LE,
    av.AV_CODEC_ID_PCM_S16BE,
  ]
  if (!video || video.attachedPic || !videoCodecs.includes(video.codecpar.codecId))
    throw new EncodingError('unsupported_type')
  if (audio && !audioCodecs.includes(audio.codecpar.codecId)) throw new EncodingError('unsupported_type')
  const { width, height } = video.codecpar
  if (width < 2 || height < 2 || width * height > MAX_PIXELS) throw new EncodingError('unsupported_type')
  return { video, audio }
}
