import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { SampleVideo } from './create-video-process.ts'

/** Makes a video in a process of its own. */
export async function createSampleVideo(video: SampleVideo): Promise<void> {
  const child = fork(join(import.meta.dirname, 'create-video-process.ts'), {
    execArgv: [],
    stdio: ['ignore', 2, 2, 'ipc'],
  })
  child.send(video)
  const [message] = await Promise.race([once(child, 'message'), once(child, 'exit')])
  child.kill()
  if (message !== 'created') throw new Error(`The process that makes a video ended with ${message}`)
}

const FIXED_POINT = 65_536

/** Turns a video by a quarter, as a phone that is held upright notes it. Changes the header of an MP4 file. */
export function turnVideo(content: Buffer): Buffer {
  const turned = Buffer.from(content)
  const matrix = turned.indexOf('tkhd') + 4 + 40
  for (const [index, value] of [0, 1, 0, -1, 0, 0].entries())
    turned.writeInt32BE(value * FIXED_POINT, matrix + index * 4)
  return turned
}

/** Lets the header of an MP4 file claim another duration. */
export function lieAboutDuration(content: Buffer, seconds: number): Buffer {
  const lying = Buffer.from(content)
  const header = lying.indexOf('mvhd') + 4
  lying.writeUInt32BE(lying.readUInt32BE(header + 12) * seconds, header + 16)
  return lying
}

/** Repeats the first track of an MP4 file. */
export function repeatTracks(content: Buffer, count: number): Buffer {
  const movie = content.indexOf('moov') - 4
  const track = content.indexOf('trak') - 4
  const bytes = content.subarray(track, track + content.readUInt32BE(track))
  const tracks = Buffer.concat(Array.from({ length: count }, () => bytes))
  const end = track + bytes.length
  const many = Buffer.concat([content.subarray(0, end), tracks, content.subarray(end)])
  many.writeUInt32BE(content.readUInt32BE(movie) + tracks.length, movie)
  return many
}

/** Removes the samples of the last track of an MP4 file from its header. */
export function emptyLastTrack(content: Buffer): Buffer {
  const empty = Buffer.from(content)
  const track = empty.lastIndexOf('trak')
  for (const [table, countOffset] of [
    ['stts', 8],
    ['stsc', 8],
    ['stsz', 12],
    ['stco', 8],
  ] as const)
    empty.writeUInt32BE(0, empty.indexOf(table, track) + countOffset)
  return empty
}

/** Reads the seconds of the last track of an MP4 file. */
export function readLastTrackSeconds(content: Buffer): number {
  const scale = content.lastIndexOf('mdhd') + 16
  return content.readUInt32BE(scale + 4) / content.readUInt32BE(scale)
}
