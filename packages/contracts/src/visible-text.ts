// The rules of text that members write, for services and browsers. Browsers import this file and no schema.

import { countCharacters } from './cut-text.ts'

export { countCharacters, cutText } from './cut-text.ts'

/** White space, and blanks that never belong to the character beside them: trimmed from both ends of every text. */
const TRIMMED = /[\p{White_Space}\u00ad\u180e\u200b\u2060\u2800\u3164\ufeff\uffa0]/u
/**
 * A character that draws something: no white space, control, or character that programs ignore by default, and no mark, which
 * needs another character to stand on. The listed ones are blank although Unicode gives them no such property.
 */
const VISIBLE =
  /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\p{Cc}\p{Cs}\p{Mn}\p{Me}\u2800\ufff9-\ufffb\u{13430}-\u{13442}]/u
/** Unlike VISIBLE, marks are permitted: an address may be written with a letter and its mark. */
const INVISIBLE =
  /[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\p{Cc}\p{Cf}\p{Cs}\u2800\u{13430}-\u{13442}]/u
const LINE_CONTROL = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u
const LINE_BREAK = /\r\n?/g
const BIDI_CONTROL = /\p{Bidi_Control}/u

/** Returns true if a text draws something. */
export const hasVisibleText = (text: string): boolean => VISIBLE.test(text)

/** Returns true if a text contains an invisible character, white space included. */
export const hasInvisibleCharacter = (text: string): boolean => INVISIBLE.test(text)

/** Returns true if a text contains no line break, no other control, and no control of its direction. */
export const isSingleLine = (text: string): boolean => !LINE_CONTROL.test(text)

/**
 * Returns a text as it is stored: without white space and blanks at its ends, and '' if nothing in it is visible. Joiners and
 * variation selectors stay, since they belong to the character beside them. A line break is `\n`: browsers send it as `\r\n` in forms with
 * files.
 */
export const trimText = (text: string): string =>
  hasVisibleText(text) ? trimCharacters(text, (character) => TRIMMED.test(character)).replace(LINE_BREAK, '\n') : ''

/** Counts the code points of a text as it is stored. Every limit of a text counts in this way, on the server and in every field. */
export const countStoredCharacters = (text: string): number => countCharacters(trimText(text))

/** Like `trimText`, without controls of the direction at the ends, which address books add when a name or number is copied. */
export const trimLine = (text: string): string =>
  hasVisibleText(text)
    ? trimCharacters(text, (character) => TRIMMED.test(character) || BIDI_CONTROL.test(character))
    : ''

/** Trims by a loop: a pattern that ends with `+$` takes quadratic time. All trimmed characters are one UTF-16 unit. */
function trimCharacters(text: string, isTrimmed: (character: string) => boolean): string {
  let start = 0
  let end = text.length
  while (start < end && isTrimmed(text.charAt(start))) start++
  while (end > start && isTrimmed(text.charAt(end - 1))) end--
  return text.slice(start, end)
}
