const KEY_HANDLER_PATTERN = /KeyboardEvent|onKey(?:Down|Up|Press)|['"]key(?:down|up|press)['"]/
const UNREAD_KEY_PATTERN =
  /\bevent\.(?:key|which)\b|\bisComposing\b(?!\.current| =)|\bkeyCode\b|\{[^{}]*\bkey\b[^{}]*\} = event\b/
const EXEMPT_PATH_PATTERN = /\.test\.tsx?$|\/(?:testing|keys)\/|^tools\//

/**
 * Finds handlers of keys in source files that do not use `readKey` of `packages/ui`, and would take the key that ends a
 * composition for their own; one line each. `sources` are texts by path.
 */
export const findUnreadKeys = (sources) =>
  [...sources].flatMap(([path, text]) =>
    !EXEMPT_PATH_PATTERN.test(path) && KEY_HANDLER_PATTERN.test(text) && UNREAD_KEY_PATTERN.test(text)
      ? [`${path}: handles a key without readKey of @meadow/ui, which leaves out the keys of input methods`]
      : [],
  )
