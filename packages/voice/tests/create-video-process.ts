import { Decoder, Demuxer, Encoder, Muxer } from 'node-av/api'
import * as constants from 'node-av/constants'
import { Log } from 'node-av/lib'

/** A video of a moving bar. The container is that of the extension of `target`. */
export type SampleVideo = {
  target: string
  width: number
  height: number
  rate: number
  frameCount: number
  codec?: 'h264' | 'hevc'
  hasSound?: boolean
}

// This is the main file of a process that makes a video for the tests: FFmpeg is never loaded into theirs.
process.on('message', async (video: SampleVideo) => {
  await createVideo(video)
  process.send?.('created')
  process.disconnect()
})

/** Returns frames of a bar that moves from left to right, in the format yuv420p. */
function drawFrames({ width, height, frameCount }: SampleVideo): Buffer {
  const [lumaBytes, chromaBytes] = [width * height, 2 * Math.ceil(width / 2) * Math.ceil(height / 2)]
  const frames = Buffer.alloc(frameCount * (lumaBytes + chromaBytes), 128)
  for (let index = 0; index < frameCount; index++) {
    const start = index * (lumaBytes + chromaBytes)
    const left = Math.floor((index / frameCount) * width * 0.9)
    for (let row = 0; row < height; row++)
      frames.fill(230, start + row * width + left, start + row * width + left + Math.ceil(width / 10))
  }
  return frames
}

async function createVideo(video: SampleVideo): Promise<void> {
  Log.setLevel(constants.AV_LOG_QUIET)
  const { width, height, rate, frameCount, target } = video
  await using output = await Muxer.open(target)
  await using pictures = await Demuxer.open({
    type: 'video',
    input: drawFrames(video),
    width,
    height,
    pixelFormat: constants.AV_PIX_FMT_YUV420P,
    frameRate: { num: rate, den: 1 },
  })
  const stream = pictures.video()
  if (!stream) throw new Error('The raw pictures are no stream')
  using decoder = await Decoder.create(stream)
  const codec = video.codec === 'hevc' ? constants.FF_ENCODER_LIBX265 : constants.FF_ENCODER_LIBX264
  using encoder = await Encoder.create(codec, {
    decoder,
    options: { preset: 'ultrafast', ...(video.codec === 'hevc' && { 'x265-params': 'log-level=none' }) },
  })
  const index = output.addStream(encoder)
  if (!video.hasSound) {
    const packets = encoder.packets(decoder.frames(pictures.packets(stream.index)))
    for await (using packet of packets) await output.writePacket(packet, index)
    return
  }
  const sampleRate = 44_100
  const samples = new Int16Array(Math.ceil((frameCount / rate) * sampleRate)).map((_, at) => Math.sin(at / 16) * 9_000)
  await using sounds = await Demuxer.open({
    type: 'audio',
    input: Buffer.from(samples.buffer),
    sampleRate,
    channels: 1,
    sampleFormat: constants.AV_SAMPLE_FMT_S16,
  })
  const sound = sounds.audio()
  if (!sound) throw new Error('The raw samples are no stream')
  using soundDecoder = await Decoder.create(sound)
  using soundEncoder = await Encoder.create(constants.FF_ENCODER_AAC, { decoder: soundDecoder, autoResample: true })
  const soundIndex = output.addStream(soundEncoder)
  await Promise.all([
    (async () => {
      const packets = encoder.packets(decoder.frames(pictures.packets(stream.index)))
      for await (using packet of packets) await output.writePacket(packet, index)
    })(),
    (async () => {
      const packets = soundEncoder.packets(soundDecoder.frames(sounds.packets(sound.index)))
      for await (using packet of packets) await output.writePacket(packet, soundIndex)
    })(),
  ])
}
