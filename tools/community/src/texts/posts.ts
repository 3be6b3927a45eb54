import { matchLine, type PictureText, toBlocks, toPictureText, toVideoText, type VideoText } from './blocks.ts'

/** A post with its comments, as written in texts/posts. */
export type PostText = {
  by: string
  /** The hour of the day at which the post was written; undefined: any. */
  hour: number | undefined
  /** Hours since the post before it in the same file; undefined: any. */
  hoursAfterPrevious: number | undefined
  content: string
  /** The text before the author edited it. */
  firstContent: string | undefined
  picture: PictureText | undefined
  /** The video in place of a picture. */
  video: VideoText | undefined
  comments: { by: string; text: string }[]
}

const HEAD = /^@(?<by>[a-z0-9_.]+)(?: (?<hour>\d+)h)?(?: \+(?<after>\d+)h)?$/
const COMMENT = /^- (?<by>[a-z0-9_.]+): (?<text>.+)$/

export const parsePosts = (text: string): PostText[] => toBlocks(text).map(toPost)

function toPost([head = '', ...lines]: string[]): PostText {
  const { by = '', hour, after } = matchLine(HEAD, head)
  const media = lines.filter((line) => line.startsWith('['))
  const video = media[0] === undefined ? undefined : toVideoText(media[0])
  const comments = lines.filter((line) => line.startsWith('- '))
  const earlier = lines.filter((line) => line.startsWith('~ '))
  const others = [...media, ...comments, ...earlier]
  const paragraphs = lines.filter((line) => !others.includes(line))
  return {
    by,
    hour: toNumber(hour),
    hoursAfterPrevious: toNumber(after),
    content: paragraphs.join('\n\n'),
    firstContent: earlier[0]?.slice(2),
    picture: media[0] === undefined || video ? undefined : toPictureText(media[0]),
    video,
    comments: comments.map((line) => {
      const { by = '', text = '' } = matchLine(COMMENT, line)
      return { by, text }
    }),
  }
}

const toNumber = (text: string | undefined) => (text === undefined ? undefined : Number(text))
