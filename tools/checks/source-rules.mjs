import { basename } from 'node:path'
import { ALLOWED_NAMES, ALLOWED_TERMS, REJECTED_WORDS } from './rejected-words.mjs'

const EXPORT_PATTERN =
  /^export (?:declare )?(?:default )?(?:abstract )?(?:async )?(?:const|let|function\*?|class|type|interface) (\w+)/gm

/** Splits a name in camelCase, kebab-case or SNAKE_CASE into lower-case words. */
export const splitIntoWords = (name) =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '')

/** Returns the first rejected word of a name that is not part of an allowed term, or undefined. */
export function findRejectedWord(name) {
  if (Object.hasOwn(ALLOWED_NAMES, name)) return undefined
  const words = splitIntoWords(name)
  return words.find((word, index) => {
    const isInTerm = [words.slice(index, index + 2), words.slice(Math.max(0, index - 1), index + 1)].some((pair) =>
      Object.hasOwn(ALLOWED_TERMS, pair.join(' ')),
    )
    return Object.hasOwn(REJECTED_WORDS, word) && !isInTerm
  })
}

/** Finds the rejected words in the names and the exports of source files, one line each. `sources` are texts by path. */
export function findRejectedNames(sources) {
  return [...sources].flatMap(([path, text]) => {
    const exported = [...text.matchAll(EXPORT_PATTERN)].map(([, name]) => name)
    return [basename(path).replace(/\..*$/, ''), ...exported].flatMap((name) => {
      const word = findRejectedWord(name)
      return word ? [`${path}: the name ${name} contains '${word}': ${REJECTED_WORDS[word]}`] : []
    })
  })
}

const KEY_HANDLER_PATTERN = /KeyboardEvent|onKey(?:Down|Up|Press)|['"]key(?:down|up|press)['"]/
const UNREAD_KEY_PATTERN =
  /\bevent\.(?:key|which)\b|\bisComposing\b(?!\.current| =)|\bkeyCode\b|\{[^{}]*\bkey\b[^{}]*\} = event\b/
const KEY_EXEMPT_PATH_PATTERN = /\.test\.tsx?$|\/(?:testing|keys)\/|^tools\//

/**
 * Finds handlers of keys in source files that do not use `readKey` of `packages/ui`, and would take the key that ends a
 * composition for their own; one line each. `sources` are texts by path.
 */
export const findUnreadKeys = (sources) =>
  [...sources].flatMap(([path, text]) =>
    !KEY_EXEMPT_PATH_PATTERN.test(path) && KEY_HANDLER_PATTERN.test(text) && UNREAD_KEY_PATTERN.test(text)
      ? [`${path}: handles a key without readKey of @meadow/ui, which leaves out the keys of input methods`]
      : [],
  )

const STORE_PATTERN = /\b(?:(localStorage|sessionStorage|indexedDB|openDB)\b|(caches)\.\w)/
const COMMENT_PATTERN = /\/\*.*?\*\/|\/\/.*?$/gms
const STORE_EXEMPT_PATH_PATTERN = /\.test\.tsx?$|\/testing\/|^(?:tools|services|gateway)\//

/** Files that may use the stores of the browser. Others use them, so each value has a member or is listed as the device's. */
const STORE_PATHS = new Set([
  'packages/web/src/page/browser-storage.ts',
  'packages/web/src/page/member-database.ts',
  'packages/web/src/page/member-files.ts',
  'packages/web/src/page/member-stores.ts',
  'packages/frontend-server/src/kill-switch.ts',
  'frontends/shell/src/service-worker/page-globals.d.ts',
  'frontends/shell/src/service-worker/media/member-files.ts',
  'frontends/shell/src/service-worker/releases/download-release.ts',
  'frontends/shell/src/service-worker/releases/match-file.ts',
  'frontends/shell/src/service-worker/releases/release-storage.ts',
])

/** Finds source files that use a store of the browser directly; one line each. `sources` are texts by path. */
export const findDirectStores = (sources) =>
  [...sources].flatMap(([path, text]) => {
    if (STORE_EXEMPT_PATH_PATTERN.test(path) || STORE_PATHS.has(path)) return []
    const found = STORE_PATTERN.exec(text.replaceAll(COMMENT_PATTERN, ''))
    return found
      ? [`${path}: uses ${found[1] ?? found[2]} without the stores of packages/web/src/page, which belong to a member`]
      : []
  })

const PHYSICAL_PATTERN =
  /^\s*((?:margin|padding|border)-(?:left|right)\b.*|(?:left|right):.*|text-align: (?:left|right)|(?:float|clear): (?:left|right)|border-(?:top|bottom)-(?:left|right)-radius.*)/

/** All four sides, of which the left and the right differ. */
const UNEQUAL_SIDES_PATTERN = /^\s*((?:margin|padding|inset|border-width): \S+ (\S+) \S+ (?!\2;)\S+;)/

/** Centred by a translation, or beside what the device itself has at a side: the same for both directions of writing. */
const EXEMPT_STYLE_PATTERN = /left: 50%|env\(/

/** Finds styles that name a side where they mean the start or the end of a line; one line each. `styles` are texts by path. */
export const findPhysicalProperties = (styles) =>
  [...styles].flatMap(([path, text]) =>
    text.split('\n').flatMap((line, index) => {
      const found = EXEMPT_STYLE_PATTERN.test(line)
        ? null
        : (PHYSICAL_PATTERN.exec(line) ?? UNEQUAL_SIDES_PATTERN.exec(line))
      return found
        ? [`${path}:${index + 1}: "${found[1]}" is wrong in Arabic or Hebrew: use inline-start or inline-end`]
        : []
    }),
  )
