import { DomainError } from '@meadow/service'

/** A text that is shown from `startMs` until `endMs` of a video. */
type Cue = { startMs: number; endMs: number; text: string }

const MAX_CUES = 2_000
/** The header: the name of the format, alone or with a comment behind a blank. */
const HEADER = /^WEBVTT(?:[ \t]|$)/
const TIMES = /^(\S+)[ \t]+-->[ \t]+(\S+)(?:[ \t].*)?$/
const TIME = /^(?:(\d{2,3}):)?([0-5]\d):([0-5]\d)\.(\d{3})$/
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: '\u00a0',
  lrm: '\u200e',
  rlm: '\u200f',
}

/**
 * Returns captions as they are served: their times and plain texts, in the order of time. Tags, styles, regions, notes and positions are left
 * out, so that nothing of the file acts on a page. Source: W3C WebVTT.
 * @throws invalid_request if the text is no WebVTT, or has a wrong time, no text or too many texts
 */
export function cleanCaptions(source: string): string {
  const lines = source
    .replace(/^\ufeff/, '')
    .replaceAll('\0', '\ufffd')
    .split(/\r\n|\r|\n/)
  if (!HEADER.test(lines[0] ?? '')) throw createCaptionsError('Choose a WebVTT file: its first line is WEBVTT')
  const cues = listBlocks(lines.slice(1)).flatMap(readCue)
  if (cues.length === 0) throw createCaptionsError('This file has no captions')
  if (cues.length > MAX_CUES) throw createCaptionsError(`A file can have at most ${MAX_CUES} captions`)
  const blocks = cues.toSorted((one, other) => one.startMs - other.startMs).map(writeCue)
  return `WEBVTT\n\n${blocks.join('\n\n')}\n`
}

/** Splits lines at empty ones. */
function listBlocks(lines: readonly string[]): string[][] {
  const blocks: string[][] = [[]]
  for (const line of lines) {
    if (line === '') blocks.push([])
    else blocks.at(-1)?.push(line)
  }
  return blocks.filter((block) => block.length > 0)
}

/** Reads the cue of a block. Returns none for blocks of other kinds, and for a cue without a text. */
function readCue(block: readonly string[]): Cue[] {
  const index = block.slice(0, 2).findIndex((line) => line.includes('-->'))
  if (index === -1) return [] // a note, a style or a region
  const line = block[index] ?? ''
  const [, start = '', end = ''] = TIMES.exec(line) ?? []
  const [startMs, endMs] = [readTime(start), readTime(end)]
  if (startMs === undefined || endMs === undefined || endMs <= startMs)
    throw createCaptionsError(`This is no time of a caption: ${line.slice(0, 60)}`)
  const text = toPlainText(block.slice(index + 1))
  return text ? [{ startMs, endMs, text }] : []
}

function readTime(time: string): number | undefined {
  const [match, hours = '0', minutes, seconds, milliseconds] = TIME.exec(time) ?? []
  if (match === undefined) return undefined
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000 + Number(milliseconds)
}

/** Returns the text of a cue without its tags. A tag without an end reaches to the end of the text, as in browsers. */
const toPlainText = (lines: readonly string[]): string =>
  lines
    .join('\n')
    .replace(/<[^>]*(?:>|$)/g, '')
    .replace(/&(\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')

const writeCue = ({ startMs, endMs, text }: Cue): string => {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return `${writeTime(startMs)} --> ${writeTime(endMs)}\n${escaped}`
}

function writeTime(ms: number): string {
  const pad = (value: number, length = 2) => String(value).padStart(length, '0')
  const seconds = Math.floor(ms / 1_000)
  return `${pad(Math.floor(seconds / 3_600))}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}.${pad(ms % 1_000, 3)}`
}

const createCaptionsError = (message: string): DomainError =>
  new DomainError('invalid_request', { fields: { captions: message }, fieldCodes: { captions: 'custom' } })
