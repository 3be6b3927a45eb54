/**
 * Limit of nested objects and arrays in the JSON of a client. No call and no socket message has more than six. Parsing costs far
 * more for each nested array than for the same length of text.
 */
const MAX_JSON_DEPTH = 16

const [QUOTE, BACKSLASH, OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [...'"\\[]{}'].map((character) =>
  character.charCodeAt(0),
)

/**
 * Returns true if JSON text, or its UTF-8 bytes, nests objects and arrays too deeply. A linear scan for use before the text is
 * parsed; text that is no JSON gets any result.
 */
export function isJsonTooDeep(json: string | Uint8Array): boolean {
  const codeAt = typeof json === 'string' ? (index: number) => json.charCodeAt(index) : (index: number) => json[index]
  let depth = 0
  let isInString = false
  for (let index = 0; index < json.length; index += 1) {
    const code = codeAt(index)
    if (isInString) {
      if (code === BACKSLASH) index += 1
      else if (code === QUOTE) isInString = false
    } else if (code === QUOTE) isInString = true
    else if (code === OPEN_ARRAY || code === OPEN_OBJECT) {
      depth += 1
      if (depth > MAX_JSON_DEPTH) return true
    } else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) depth -= 1
  }
  return false
}
