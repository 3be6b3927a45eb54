import { cutText, hasVisibleText } from '@meadow/contracts/visible-text'

/** The longest text of a page that is looked at. */
const MAX_INPUT_LENGTH = 10_000
/**
 * Controls and format characters, except the joiners, which belong to the character beside them. Controls of the direction are among them.
 */
const REMOVED = /[[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Noncharacter_Code_Point}\u{2800}]--[\u200c\u200d\s]]/gv
const BLANKS = /[\s\p{Z}]+/gu

/**
 * Returns a text of another site as one line of at most this many characters: well-formed, and without controls, so that it cannot turn the
 * direction of the text beside it. Returns '' if nothing in it is visible.
 */
export function cleanText(text: string, maxCharacters: number): string {
  const line = text
    .slice(0, MAX_INPUT_LENGTH)
    .toWellFormed()
    .replace(REMOVED, '')
    .replace(BLANKS, ' ')
    .trim()
    .normalize('NFC')
  if (!hasVisibleText(line)) return ''
  const cut = cutText(line, maxCharacters)
  return cut === line ? line : `${cutText(line, maxCharacters - 1).trimEnd()}…`
}
