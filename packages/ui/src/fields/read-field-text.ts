import { cutText } from '@meadow/contracts/visible-text'
import type { ChangeEvent } from 'react'

/**
 * Returns the text of a changed field, cut after this many code points between graphemes. The attribute `maxlength` counts
 * UTF-16 units, of which an emoji has two or more. A text that an input method is still composing is not cut.
 */
export function readFieldText(
  { target, nativeEvent }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>,
  maxCharacters: number | undefined,
): string {
  if (maxCharacters === undefined || ('isComposing' in nativeEvent && nativeEvent.isComposing)) return target.value
  return cutText(target.value, maxCharacters)
}
