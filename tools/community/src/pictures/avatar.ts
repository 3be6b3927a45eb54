import { createAvatar } from '@dicebear/core'
import * as openPeeps from '@dicebear/open-peeps'

type Options = Parameters<typeof createAvatar<openPeeps.Options>>[1]

const SIZE = 240
const SKINS: Record<string, string> = {
  pale: 'ffdbb4',
  fair: 'f5cba4',
  warm: 'edb98a',
  olive: 'd9a066',
  brown: 'ae5d29',
  tan: 'd08b5b',
  dark: '694d3d',
}
const SKIES: Record<string, string> = {
  mint: 'cfe8d5',
  sky: 'cfe3f2',
  sand: 'fbe8c8',
  rose: 'f6d5d3',
  lilac: 'e2dcf3',
  stone: 'e4e4da',
  peach: 'fddcc4',
}
const COLOURS: Record<string, string> = {
  black: '2c1b18',
  white: 'e8e1e1',
  blond: 'd6b370',
  sandy: 'b58143',
  ginger: 'c93305',
  copper: 'a55728',
  auburn: '724133',
  green: '6aa37b',
  blue: '6f8fcf',
  yellow: 'f2c14e',
  red: 'd9604f',
  teal: '7fbcb8',
  violet: '9d86c8',
  cream: 'f3e9d2',
  grey: '9aa5a0',
}

/**
 * The portrait that these words describe: a head, a face, a skin, a sky behind, and what they wear, like `hijab`,
 * `smile`, `tan`, `sand`, `hair black`, `shirt green`, `glasses3`, `full2`. The names are those of Open Peeps.
 * @throws Error for a word that means nothing
 */
export function drawAvatar(words: readonly string[]): string {
  const options: Record<string, unknown> = { size: SIZE, seed: 'meadow', maskProbability: 0 }
  options['accessoriesProbability'] = 0
  options['facialHairProbability'] = 0
  for (const word of words) Object.assign(options, meaningOf(word))
  return createAvatar(openPeeps, options as Options).toString()
}

function meaningOf(word: string): Record<string, unknown> {
  const [part = '', colour = ''] = word.split(' ')
  if (part === 'hair' && COLOURS[colour]) return { headContrastColor: [COLOURS[colour]] }
  if (part === 'shirt' && COLOURS[colour]) return { clothingColor: [COLOURS[colour]] }
  if (SKINS[word]) return { skinColor: [SKINS[word]] }
  if (SKIES[word]) return { backgroundColor: [SKIES[word]] }
  if (isOne('head', word)) return { head: [word] }
  if (isOne('face', word)) return { face: [word] }
  if (isOne('facialHair', word)) return { facialHair: [word], facialHairProbability: 100 }
  if (isOne('accessories', word)) return { accessories: [word], accessoriesProbability: 100 }
  throw new Error(`A portrait has no '${word}'`)
}

/** Whether the style draws such a thing. */
function isOne(part: 'head' | 'face' | 'facialHair' | 'accessories', word: string): boolean {
  const items = (openPeeps.schema.properties?.[part] as { items?: { enum?: string[] } } | undefined)?.items
  return items?.enum?.includes(word) ?? false
}
