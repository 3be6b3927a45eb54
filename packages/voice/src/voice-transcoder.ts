import { VOICE_LIMITS } from '@meadow/contracts/limits'
import type { Demuxer } from 'node-av/api'
import type { Stream } from 'node-av/lib'
import { EncodingError } from './encoding-error.ts'
import { readVoiceFormat, type VoiceFormat } from './voice-file.ts'
import { createVoicePeakMeter } from './voice-peaks.ts'

/** A recording as it is served. `peaks` are the amplitudes of its parts, from 0 to 100. */
export type EncodedVoice = { durationMs: number; peaks: number[] }

/**
 * The demuxers of FFmpeg by format. Naming them keeps a file from choosing one that opens others, such as a playlist. Sources: the
 * documentation of FFmpeg, chapters Demuxers and Protocols.
 */
const DEMUXERS: Readonly<Record<VoiceFormat, string>> = { webm: 'matroska', ogg: 'ogg', m4a: 'mov', wav: 'wav' }
const DEMUXER_OPTIONS = { protocol_whitelist: 'file', max_streams: 8 }

/** The container may announce more than `VOICE_LIMITS.maxSeconds` by what a browser records after its timer has stopped. */
const SLACK_SECONDS = 5
const SAMPLE_RATE = 44_100
const OUTPUT_FORMAT = `aformat=sample_fmts=fltp:sample_rates=${SAMPLE_RATE}:channel_layouts=mono`

/**
 * Encodes the first audio stream of `file` as AAC in the new file `target` (m4a), which every browser plays. The duration is that of
 * the decoded samples, because recordings of browsers name none, and a header may lie. What the file says about itself, such as its
 * place, is left out.
 * @throws EncodingError
 */
export async function transcodeVoice(file: string, target: string): Promise<EncodedVoice> {
  const format = await readVoiceFormat(file)
  if (!format) throw new EncodingError('unsupported_type')
  const av = await import('node-av/api')
  const constants = await import('node-av/constants')
  const { FF_ENCODER_AAC, AV_LOG_QUIET } = constants
  const { AV_CODEC_ID_AAC, AV_CODEC_ID_OPUS, AV_CODEC_ID_VORBIS, AV_CODEC_ID_PCM_S16LE } = constants
  const { Log } = await import('node-av/lib')
  Log.setLevel(AV_LOG_QUIET)
  const meter = createVoicePeakMeter()
  let sampleCount = 0
  try {
    await using input = await av.Demuxer.open(file, { format: DEMUXERS[format], options: DEMUXER_OPTIONS })
    const stream = findVoice(input, [AV_CODEC_ID_AAC, AV_CODEC_ID_OPUS, AV_CODEC_ID_VORBIS, AV_CODEC_ID_PCM_S16LE])
    using decoder = await av.Decoder.create(stream)
    using encoder = await av.Encoder.create(FF_ENCODER_AAC, { decoder, bitrate: '48k' })
    await using output = await av.Muxer.open(target, { format: 'ipod', options: { movflags: 'faststart' } })
    const index = output.addStream(encoder, { inputStream: stream })
    const frames = av.FilterAPI.create(OUTPUT_FORMAT, {}).frames(decoder.frames(input.packets(stream.index)))
    const measured = (async function* () {
      for await (const frame of frames) {
        const [plane] = frame?.data ?? []
        if (frame && plane) {
          sampleCount += frame.nbSamples
          if (sampleCount > (VOICE_LIMITS.maxSeconds + SLACK_SECONDS) * SAMPLE_RATE) throw new EncodingError('too_long')
          meter.add(toSamples(plane, frame.nbSamples))
        }
        yield frame
      }
    })()
    for await (using packet of encoder.packets(measured)) await output.writePacket(packet, index)
  } catch (cause) {
    throw cause instanceof EncodingError ? cause : new EncodingError('invalid_file', cause)
  }
  if (sampleCount === 0) throw new EncodingError('invalid_file')
  return { durationMs: Math.round((sampleCount * 1_000) / SAMPLE_RATE), peaks: meter.readPeaks() }
}

/** Returns the audio stream of a recording. @throws EncodingError if it has none, a video, or another codec */
function findVoice(input: Demuxer, codecIds: readonly number[]): Stream {
  const stream = input.audio()
  if (!stream || input.video() || !codecIds.includes(stream.codecpar.codecId))
    throw new EncodingError('unsupported_type')
  return stream
}

/** Copies the samples, which may begin at any byte of memory. */
const toSamples = (plane: Buffer, count: number): Float32Array =>
  new Float32Array(plane.buffer.slice(plane.byteOffset, plane.byteOffset + count * Float32Array.BYTES_PER_ELEMENT))
