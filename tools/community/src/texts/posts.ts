import { matchLine, type PictureText, toBlocks, toPictureText } from './blocks.ts'

/** A post with its comments, as written in texts/posts. */
export type PostText = {
  by: string
  /** The hour of the day at which the post was written; undefined: any. */
  hour: number | undefined
  /** Hours since the post before it in the same file; undefined: any. */
  hoursAfterPrevious: number | undefined
  content: string
  picture: PictureText | undefined
  comments: { by: string; text: string }[]
}

const HEAD = /^@(?<by>[a-z0-9_.]+)(?: (?<hour>\d+)h)?(?: \+(?<after>\d+)h)?$/
const COMMENT = /^- (?<by>[a-z0-9_.]+): (?<text>.+)$/

export const parsePosts = (text: string): PostText[] => toBlocks(text).map(toPost)

function toPost([head = '', ...lines]: string[]): PostText {
  const { by = '', hour, after } = matchLine(HEAD, head)
  const pictures = lines.filter((line) => line.startsWith('['))
  const comments = lines.filter((line) => line.startsWith('- '))
  const paragraphs = lines.filter((line) => !pictures.includes(line) && !comments.includes(line))
  return {
    by,
    hour: toNumber(hour),
    hoursAfterPrevious: toNumber(after),
    content: paragraphs.join('\n\n'),
    picture: pictures[0] === undefined ? undefined : toPictureText(pictures[0]),
    comments: comments.map((line) => {
      const { by = '', text = '' } = matchLine(COMMENT, line)
      return { by, text }
    }),
  }
}

const toNumber = (text: string | undefined) => (text === undefined ? undefined : Number(text))
