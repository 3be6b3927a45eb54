/** A text of one to three emoji, of any sequence that Unicode recommends (skin tones, flags, families), with or without spaces. */
const EMOJI_TEXT = /^(?:\s*\p{RGI_Emoji}){1,3}\s*$/v

/** Returns true for a text of so few emoji that it is shown large and without a bubble. */
export const isEmojiText = (text: string): boolean => EMOJI_TEXT.test(text)
