/**
 * Returns the stem of an English word without the endings of plurals and verbs, after the first step of Porter's algorithm. Words of other
 * languages mostly stay as they are, and a text is found by them as they stand in it, too.
 */
export function stemEnglish(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word
  const singular = removePlural(word)
  const verb = /^(.*[aeiouy].*)(?:ed|ing)$/.exec(singular)?.[1]
  return removeSilentLetter(verb && verb.length > 2 ? removeDoubledLetter(verb) : singular)
}

function removePlural(word: string): string {
  if (/(?:ss|us|is)$/.test(word)) return word
  if (/(?:sse|xe|che|she)s$/.test(word)) return word.slice(0, -2)
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return word.endsWith('s') ? word.slice(0, -1) : word
}

/** 'hopp' of 'hopping' becomes 'hop'; 'fall' and 'miss' keep both letters. */
const removeDoubledLetter = (verb: string): string => (/([^aeiouylsz])\1$/.test(verb) ? verb.slice(0, -1) : verb)

/** 'hope' and 'hop' of 'hoping' are the same, and so are 'hurry' and 'hurri' of 'hurried'. */
const removeSilentLetter = (stem: string): string =>
  stem.replace(/(?<=..[^aeiou])[ey]$/, (letter) => (letter === 'y' ? 'i' : ''))
