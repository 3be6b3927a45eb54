import { type FileHandle, open } from 'node:fs/promises'

/** What the header of a video says, which may lie. Sizes are as the video is shown. */
export type PlayableVideo = { durationMs: number; width: number; height: number }

type Box = { type: string; start: number; end: number; content: number }

const MAX_HEADER_BYTES = 16 * 1024 * 1024
const MAX_BOXES = 4_096
/** Boxes that say where, when and with what a video was made. */
const METADATA_BOXES = ['udta', 'meta', 'uuid']
/** The codecs of each kind of track. Tracks of other kinds may say where the camera was, in a part that is not read here. */
const PLAYED_CODECS: Readonly<Record<string, readonly string[]>> = { vide: ['avc1', 'avc3'], soun: ['mp4a'] }

/**
 * Reads the header of an MP4 file that every browser plays as it is: one H.264 video, and AAC sound or none, without other tracks. Removes what the file says
 * about itself, such as its place. Returns undefined for another file, which a machine without an encoder cannot send.
 */
export async function preparePlayableMp4(file: string): Promise<PlayableVideo | undefined> {
  await using handle = await open(file, 'r+')
  try {
    const { size } = await handle.stat()
    const boxes = await listTopBoxes(handle, size)
    const movie = boxes.find(({ type }) => type === 'moov')
    if (!movie || movie.end - movie.start > MAX_HEADER_BYTES) return undefined
    const header = await readBytes(handle, movie.start, movie.end - movie.start)
    const video = readMovie(header)
    if (!video) return undefined
    const removed = blankMetadata(header, { type: 'moov', start: 0, end: header.length, content: 8 })
    if (removed > 0) await handle.write(header, 0, header.length, movie.start)
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
  for (let start = 0; start + HEADER_BYTES <= size && boxes.length < MAX_BOXES; start = boxes.at(-1)?.end ?? size) {
    const header = await readBytes(handle, start, Math.min(LONG_HEADER_BYTES, size - start))
    boxes.push(parseBox(header, 0, start, size))
  }
  return boxes
}

function listBoxes(content: Buffer, { content: from, end }: Pick<Box, 'content' | 'end'>): Box[] {
  const boxes: Box[] = []
  for (let start = from; start + HEADER_BYTES <= end && boxes.length < MAX_BOXES; start = boxes.at(-1)?.end ?? end)
    boxes.push(parseBox(content, start, start, end))
  return boxes
}

function findBox(content: Buffer, parent: Pick<Box, 'content' | 'end'>, path: readonly string[]): Box | undefined {
  const [type, ...rest] = path
  const box = listBoxes(content, parent).find((found) => found.type === type)
  return box && rest.length > 0 ? findBox(content, box, rest) : box
}

function readMovie(header: Buffer): PlayableVideo | undefined {
  const movie = { content: HEADER_BYTES, end: header.length }
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

/** Replaces the metadata in a header by free space of the same size. Returns the number of boxes. */
function blankMetadata(header: Buffer, box: Box): number {
  let count = 0
  for (const child of listBoxes(header, box)) {
    if (METADATA_BOXES.includes(child.type)) {
      header.write('free', child.start + 4, 'latin1')
      header.fill(0, child.content, child.end)
      count += 1
    } else if (CONTAINER_BOXES.includes(child.type)) count += blankMetadata(header, child)
  }
  return count
}

async function blankBox(handle: FileHandle, { start, content, end }: Box): Promise<void> {
  await handle.write(Buffer.from('free', 'latin1'), 0, 4, start + 4)
  const zeros = Buffer.alloc(Math.min(MAX_HEADER_BYTES, end - content))
  for (let position = content; position < end; position += zeros.length)
    await handle.write(zeros, 0, Math.min(zeros.length, end - position), position)
}
