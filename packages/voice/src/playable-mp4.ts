import { type FileHandle, open } from 'node:fs/promises'

/** Describes a video by its header, which may lie. Sizes are as the video is shown. */
export type PlayableVideo = { durationMs: number; width: number; height: number }

type Box = { type: string; start: number; end: number; content: number }

const MAX_HEADER_BYTES = 16 * 1024 * 1024
const MAX_BOXES = 4_096
/** Boxes that say where and with what a video was made, and unused space, which may keep what was removed before. */
const METADATA_BOXES = ['udta', 'meta', 'uuid', 'free', 'skip']
/** Boxes that begin with the times at which a video was made and changed. */
const DATED_BOXES = ['mvhd', 'tkhd', 'mdhd']
/** The codecs of each kind of track. Tracks of other kinds may say where the camera was, in a part that is not read here. */
const PLAYED_CODECS: Readonly<Record<string, readonly string[]>> = { vide: ['avc1', 'avc3'], soun: ['mp4a'] }

/**
 * Reads the header of an MP4 file that browsers can play as it is: one H.264 video, and AAC sound or none, without other tracks. Rewrites
 * the header in the file without what it says about itself: where, when and with what it was recorded. Returns undefined for any other
 * file; without an encoder it cannot be sent. Source: ISO/IEC 14496-12, ISO base media file format.
 */
export async function preparePlayableMp4(file: string): Promise<PlayableVideo | undefined> {
  await using handle = await open(file, 'r+')
  try {
    const { size } = await handle.stat()
    const boxes = await listTopBoxes(handle, size)
    const [movie, ...others] = boxes.filter(({ type }) => type === 'moov')
    if (!movie || others.length > 0 || movie.end - movie.start > MAX_HEADER_BYTES) return undefined
    const header = await readBytes(handle, movie.start, movie.end - movie.start)
    const content = { content: movie.content - movie.start, end: header.length }
    const video = readMovie(header, content)
    if (!video) return undefined
    blankMetadata(header, content)
    await handle.write(header, 0, header.length, movie.start)
    for (const box of boxes.filter(({ type }) => METADATA_BOXES.includes(type))) await blankBox(handle, box)
    return video
  } catch (error) {
    if (error instanceof RangeError) return undefined // the header names bytes that it does not have
    throw error
  }
}

async function readBytes(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position)
  if (bytesRead < length) throw new RangeError('The file ends early')
  return buffer
}

const HEADER_BYTES = 8
const LONG_HEADER_BYTES = 16

/** Returns the box that begins at `start`. @throws RangeError if it does not end within `limit` */
function parseBox(content: Buffer, offset: number, start: number, limit: number): Box {
  const short = content.readUInt32BE(offset)
  const type = content.toString('latin1', offset + 4, offset + HEADER_BYTES)
  const isLong = short === 1
  const size = isLong ? Number(content.readBigUInt64BE(offset + HEADER_BYTES)) : short === 0 ? limit - start : short
  const header = isLong ? LONG_HEADER_BYTES : HEADER_BYTES
  if (size < header || start + size > limit) throw new RangeError('A box is larger than what contains it')
  return { type, start, end: start + size, content: start + header }
}

async function listTopBoxes(handle: FileHandle, size: number): Promise<Box[]> {
  const boxes: Box[] = []
  for (let start = 0; start + HEADER_BYTES <= size; start = boxes.at(-1)?.end ?? size) {
    if (boxes.length === MAX_BOXES) throw new RangeError('The file has too many boxes')
    const header = await readBytes(handle, start, Math.min(LONG_HEADER_BYTES, size - start))
    boxes.push(parseBox(header, 0, start, size))
  }
  return boxes
}

function listBoxes(content: Buffer, { content: from, end }: Pick<Box, 'content' | 'end'>): Box[] {
  const boxes: Box[] = []
  for (let start = from; start + HEADER_BYTES <= end; start = boxes.at(-1)?.end ?? end) {
    if (boxes.length === MAX_BOXES) throw new RangeError('A box has too many boxes')
    boxes.push(parseBox(content, start, start, end))
  }
  return boxes
}

function findBox(content: Buffer, parent: Pick<Box, 'content' | 'end'>, path: readonly string[]): Box | undefined {
  const [type, ...rest] = path
  const box = listBoxes(content, parent).find((found) => found.type === type)
  return box && rest.length > 0 ? findBox(content, box, rest) : box
}

function readMovie(header: Buffer, movie: Pick<Box, 'content' | 'end'>): PlayableVideo | undefined {
  const tracks = listBoxes(header, movie).filter(({ type }) => type === 'trak')
  const media = tracks.map((track) => ({ track, kind: readKind(header, track), codec: readCodec(header, track) }))
  const videos = media.filter(({ kind }) => kind === 'vide')
  const [video] = videos
  const plays = media.every(({ kind, codec }) => PLAYED_CODECS[kind]?.includes(codec))
  if (!video || videos.length > 1 || !plays) return undefined
  const durationMs = readDuration(header, movie)
  const size = readSize(header, video.track)
  return durationMs === undefined || !size ? undefined : { durationMs, ...size }
}

function readKind(header: Buffer, track: Box): string {
  const handler = findBox(header, track, ['mdia', 'hdlr'])
  return handler ? header.toString('latin1', handler.content + 8, handler.content + 12) : ''
}

function readCodec(header: Buffer, track: Box): string {
  const description = findBox(header, track, ['mdia', 'minf', 'stbl', 'stsd'])
  return description ? header.toString('latin1', description.content + 12, description.content + 16) : ''
}

function readDuration(header: Buffer, movie: Pick<Box, 'content' | 'end'>): number | undefined {
  const box = findBox(header, movie, ['mvhd'])
  if (!box) return undefined
  const isLong = header.readUInt8(box.content) === 1
  const scale = header.readUInt32BE(box.content + (isLong ? 20 : 12))
  const units = isLong ? Number(header.readBigUInt64BE(box.content + 24)) : header.readUInt32BE(box.content + 16)
  return scale === 0 ? undefined : Math.round((units / scale) * 1_000)
}

const FIXED_POINT = 65_536

/** Reads the size of a track as it is shown: a quarter turn exchanges its sides. */
function readSize(header: Buffer, track: Box): { width: number; height: number } | undefined {
  const box = findBox(header, track, ['tkhd'])
  if (!box) return undefined
  const matrix = box.content + (header.readUInt8(box.content) === 1 ? 52 : 40)
  const [one, other] = [36, 40].map((offset) => Math.round(header.readUInt32BE(matrix + offset) / FIXED_POINT))
  if (!one || !other) return undefined
  const isTurned = header.readInt32BE(matrix) === 0 && header.readInt32BE(matrix + 4) !== 0
  return isTurned ? { width: other, height: one } : { width: one, height: other }
}

const CONTAINER_BOXES = ['moov', 'trak', 'mdia', 'minf', 'stbl']

const HANDLER_NAME_OFFSET = 24

/** Replaces the metadata in a header by free space of the same size, and its times and the names of its handlers by zeros. */
function blankMetadata(header: Buffer, box: Pick<Box, 'content' | 'end'>): void {
  for (const child of listBoxes(header, box)) {
    const { type, start, content, end } = child
    if (METADATA_BOXES.includes(type)) {
      header.write('free', start + 4, 'latin1')
      header.fill(0, content, end)
    } else if (DATED_BOXES.includes(type)) {
      header.fill(0, content + 4, content + 4 + (header.readUInt8(content) === 1 ? 16 : 8))
    } else if (type === 'hdlr') header.fill(0, Math.min(content + HANDLER_NAME_OFFSET, end), end)
    else if (CONTAINER_BOXES.includes(type)) blankMetadata(header, child)
  }
}

async function blankBox(handle: FileHandle, { start, content, end }: Box): Promise<void> {
  await handle.write(Buffer.from('free', 'latin1'), 0, 4, start + 4)
  const zeros = Buffer.alloc(Math.min(MAX_HEADER_BYTES, end - content))
  for (let position = content; position < end; position += zeros.length)
    await handle.write(zeros, 0, Math.min(zeros.length, end - position), position)
}
