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
