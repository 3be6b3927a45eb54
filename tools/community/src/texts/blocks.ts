/** Splits a text at its empty lines into blocks of lines. */
export const toBlocks = (text: string): string[][] =>
  text
    .split(/\n\s*\n/)
    .map((block) => block.split('\n').filter((line) => line.trim() !== ''))
    .filter((lines) => lines.length > 0)

/** Returns the named groups that `pattern` finds in a line. @throws Error that shows the line */
export function matchLine(pattern: RegExp, line: string): Record<string, string | undefined> {
  const match = pattern.exec(line)
  if (!match) throw new Error(`Cannot read this line of a community text: ${line}`)
  return match.groups ?? {}
}

/** A voice message: the notes that one hears, such as `G4`, one after the other. */
export type TuneText = { notes: string[] }

const TUNE = /^♪(?<notes>( [A-G]#?[3-6])+)$/

/** Reads `♪ G4 A4 C5`. @throws Error for anything else */
export function toTuneText(line: string): TuneText {
  const { notes = '' } = matchLine(TUNE, line)
  return { notes: notes.trim().split(' ') }
}

/** A picture of a post or message: the name of its file in `pictures/posts`, and its alternative text. */
export type PictureText = { name: string; alt: string }

/** A video of a post or message: the name of its file in `videos`. */
export type VideoText = { video: string }

const VIDEO = /^\[(?<video>[a-z]+)\.mp4\]$/

/** Reads `[lake.mp4]`. Returns undefined for anything else. */
export function toVideoText(line: string): VideoText | undefined {
  const video = VIDEO.exec(line)?.groups?.['video']
  return video ? { video } : undefined
}

const PICTURE = /^\[(?<name>[a-z]+-\d+)\] (?<alt>.+)$/

/** Reads `[boat-5] A boat on a lake`. @throws Error for anything else */
export function toPictureText(line: string): PictureText {
  const { name = '', alt = '' } = matchLine(PICTURE, line)
  return { name, alt }
}
