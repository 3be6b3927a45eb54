import type { CatalogueEntry, TextCatalogue } from './catalogues.ts'

/** A translation of a catalogue, as Weblate reads and writes it ("i18next JSON v4"). */
export type TranslationFile = { file: string; language: string; text: string }

const TRANSLATION_PATTERN = /\/translations\/([a-z]{2})\.json$/
const SOURCE_LANGUAGE = 'en'

/** Returns true for the translations of catalogues: `translations/<language>.json` beside a `texts.ts`. */
export const isTranslation = (file: string): boolean =>
  /^(?:frontends|packages|services)\//.test(file) && TRANSLATION_PATTERN.test(file)

/** Finds the translations of a catalogue among files by path. */
export const findTranslations = (catalogue: TextCatalogue, files: ReadonlyMap<string, string>): TranslationFile[] =>
  [...files].flatMap(([file, text]) => {
    const language = TRANSLATION_PATTERN.exec(file)?.[1]
    const isOfCatalogue = file.replace(TRANSLATION_PATTERN, '') === catalogue.file.replace(/\/[^/]+$/, '')
    return language && isOfCatalogue ? [{ file, language, text }] : []
  })

/** Renders the English texts of each catalogue that has translations, by path. Translators begin with these files. */
export const renderTranslationSources = (
  catalogues: readonly TextCatalogue[],
  files: ReadonlyMap<string, string>,
): Record<string, string> =>
  Object.fromEntries(
    catalogues
      .filter((catalogue) => findTranslations(catalogue, files).length > 0)
      .map(({ file, entries }) => [
        file.replace(/[^/]+$/, `translations/${SOURCE_LANGUAGE}.json`),
        `${JSON.stringify(Object.fromEntries([...entries].flatMap(listSourceTexts)), null, 2)}\n`,
      ]),
  )

const listSourceTexts = ([key, entry]: [string, CatalogueEntry]): [string, string][] =>
  typeof entry === 'string' ? [[key, entry]] : Object.entries(entry).map(([form, text]) => [`${key}_${form}`, text])

/**
 * Returns a problem for each text that a translation lacks or has in excess, and for each with other placeholders than the English
 * one. A plural has the forms of its language; only the form `other` must contain all placeholders ("two followers").
 */
export function findTranslationProblems(catalogue: TextCatalogue, { file, language, text }: TranslationFile): string[] {
  if (language === SOURCE_LANGUAGE) return []
  const translated = new Map(Object.entries(JSON.parse(text) as Record<string, string>))
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
  const expected = new Map(
    [...catalogue.entries].flatMap(([key, entry]): [string, string][] =>
      typeof entry === 'string' ? [[key, entry]] : forms.map((form) => [`${key}_${form}`, entry.other]),
    ),
  )
  return [
    ...[...expected.keys()].filter((key) => !translated.has(key)).map((key) => `${file}: '${key}' is missing`),
    ...[...translated].flatMap(([key, value]) => {
      const english = expected.get(key)
      if (english === undefined) return [`${file}: no text has the key '${key}'`]
      const [names, wanted] = [listPlaceholders(value), listPlaceholders(english)]
      const isForm = catalogue.entries.get(key) === undefined
      const isComplete = (isForm && !key.endsWith('_other')) || [...wanted].every((name) => names.has(name))
      const allowed = isForm ? new Set([...wanted, 'count']) : wanted
      return isComplete && [...names].every((name) => allowed.has(name))
        ? []
        : [`${file}: '${key}' has other placeholders than in English`]
    }),
  ]
}

/** Returns a problem for each text with `{count}` that has no plural forms: other languages need them. */
export const findTextsWithoutPlural = (catalogues: readonly TextCatalogue[]): string[] =>
  catalogues.flatMap(({ file, entries }) =>
    [...entries]
      .filter(([, entry]) => typeof entry === 'string' && entry.includes('{count}'))
      .map(([key]) => `${file}: '${key}' needs the forms { one, other }, or another name than {count}`),
  )

const listPlaceholders = (text: string): Set<string> =>
  new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name))
