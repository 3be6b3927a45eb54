import { type CaptionsProblem, MAX_CUES, parseCaptions } from '@meadow/contracts/captions'
import { DomainError } from '@meadow/service'

/** Returns captions as they are served. @throws invalid_request if they cannot be used */
export function cleanCaptions(source: string): string {
  const parsed = parseCaptions(source)
  if ('captions' in parsed) return parsed.captions
  const message = describeProblem(parsed.problem)
  throw new DomainError('invalid_request', { fields: { captions: message }, fieldCodes: { captions: 'custom' } })
}

function describeProblem(problem: CaptionsProblem): string {
  if (problem.code === 'time') return `This is no time of a caption: ${problem.line}`
  if (problem.code === 'empty') return 'This file has no captions'
  if (problem.code === 'tooMany') return `A file can have at most ${MAX_CUES} captions`
  return 'Choose a WebVTT file: its first line is WEBVTT'
}

/** Returns the texts of captions that `cleanCaptions` returned, without their times, a line each. */
export const toCaptionsText = (captions: string): string =>
  captions
    .trimEnd()
    .split('\n\n')
    .slice(1) // the header
    .map((block) => block.slice(block.indexOf('\n') + 1))
    .join('\n')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
