/** The parts of a keydown event, of the browser or of React, that say which key was pressed. */
type PressedKey = { key: string; keyCode: number; isComposing?: boolean; nativeEvent?: { isComposing: boolean } }

/** The key code that browsers send for a key that went to the input method (UI Events, 7.3.1). */
const INPUT_METHOD_KEY_CODE = 229

/**
 * Returns the key of a keydown event; undefined for a key that belongs to an input method, such as the Enter that confirms a
 * composition or the Escape that cancels it. Safari sends it after `compositionend`, with only its key code to tell.
 * Every handler of keys uses it.
 */
export function readKey(event: PressedKey): string | undefined {
  const isComposing = event.isComposing ?? event.nativeEvent?.isComposing ?? false
  return isComposing || event.keyCode === INPUT_METHOD_KEY_CODE ? undefined : event.key
}
