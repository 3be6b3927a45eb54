/** A text that is shown from `startMs` until `endMs` of a video. */
type Cue = { startMs: number; endMs: number; text: string }

export const MAX_CUES = 2_000
/** The header: the name of the format, alone or with a comment behind a blank. */
const HEADER = /^WEBVTT(?:[ \t]|$)/
const TIMES = /^(\S+)[ \t]+-->[ \t]+(\S+)(?:[ \t].*)?$/
const TIME = /^(?:(\d{2,3}):)?([0-5]\d):([0-5]\d)\.(\d{3})$/
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', '\u00a0'],
  ['lrm', '\u200e'],
  ['rlm', '\u200f'],
])

/** Why a text cannot be used as captions. `line` is a line with a wrong time. */
export type CaptionsProblem = { code: 'format' | 'empty' | 'tooMany' } | { code: 'time'; line: string }

/**
 * Returns captions as they are served: their times and plain texts, in the order of time. Tags, styles, regions, notes and positions are left
 * out, so that nothing of the file acts on a page; who speaks (`<v Ann>`) stands before the text. Returns a problem if the text is no WebVTT,
 * or has a wrong time, no text or too many texts. Source: W3C WebVTT.
 */
export function parseCaptions(source: string): { captions: string } | { problem: CaptionsProblem } {
  const lines = source
    .replace(/^\ufeff/, '')
    .replaceAll('\0', '\ufffd')
    .split(/\r\n|\r|\n/)
  if (!HEADER.test(lines[0] ?? '')) return { problem: { code: 'format' } }
  const cues: Cue[] = []
  for (const block of listBlocks(lines.slice(1))) {
    const cue = readCue(block)
    if (cue && 'code' in cue) return { problem: cue }
    if (cue?.text) cues.push(cue)
  }
  if (cues.length === 0) return { problem: { code: 'empty' } }
  if (cues.length > MAX_CUES) return { problem: { code: 'tooMany' } }
  const blocks = cues.toSorted((one, other) => one.startMs - other.startMs).map(writeCue)
  return { captions: `WEBVTT\n\n${blocks.join('\n\n')}\n` }
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

/** Reads the cue of a block. Returns undefined for blocks of other kinds. */
function readCue(block: readonly string[]): Cue | Extract<CaptionsProblem, { code: 'time' }> | undefined {
  const index = block.slice(0, 2).findIndex((line) => line.includes('-->'))
  if (index === -1) return undefined // a note, a style or a region
  const line = block[index] ?? ''
  const [, start = '', end = ''] = TIMES.exec(line) ?? []
  const [startMs, endMs] = [readTime(start), readTime(end)]
  if (startMs === undefined || endMs === undefined || endMs <= startMs) return { code: 'time', line: line.slice(0, 60) }
  return { startMs, endMs, text: toPlainText(block.slice(index + 1)) }
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
    .replace(/<v(?:\.[^\s>]*)?\s([^<>]*)>/g, (_, name: string) => `${name.trim()}: `)
    .replace(/<[^>]*(?:>|$)/g, '')
    .replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi, (entity, hex?: string, decimal?: string, name?: string) =>
      name ? (ENTITIES.get(name) ?? entity) : toCharacter(hex ? Number.parseInt(hex, 16) : Number(decimal)),
    )
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')

/** Returns the character of a numeric reference: a blank for a control character, which could end a line. */
function toCharacter(code: number): string {
  if (code < 0x20 || (code >= 0x7f && code < 0xa0)) return ' '
  return code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? '\ufffd' : String.fromCodePoint(code)
}

const writeCue = ({ startMs, endMs, text }: Cue): string => {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return `${writeTime(startMs)} --> ${writeTime(endMs)}\n${escaped}`
}

function writeTime(ms: number): string {
  const pad = (value: number, length = 2) => String(value).padStart(length, '0')
  const seconds = Math.floor(ms / 1_000)
  return `${pad(Math.floor(seconds / 3_600))}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}.${pad(ms % 1_000, 3)}`
}
