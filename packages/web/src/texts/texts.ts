type PluralForms = { one: string; other: string }
type CatalogueEntry = string | PluralForms
type Catalogue = Record<string, CatalogueEntry>

type Names<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never
type NamesOf<E> = E extends string ? Names<E> : E extends PluralForms ? 'count' | Names<E['one'] | E['other']> : never

/** The values of a text: none for a plain one, else one for each `{name}`, and `count` for a plural. */
type Values<E> = [NamesOf<E>] extends [never] ? [] : [values: Record<NamesOf<E>, string | number>]

/** Returns the text of a key: `t('greeting', { name })`. */
export type Translate<C extends Catalogue> = <K extends keyof C>(key: K, ...values: Values<C[K]>) => string

/**
 * Creates the texts of a front end. An entry is a text with `{name}` placeholders, or `{ one, other }`, chosen by `count`:
 * `createTexts({ greeting: 'Hello, {name}', likes: { one: '{count} like', other: '{count} likes' } })`.
 */
export function createTexts<const C extends Catalogue>(catalogue: C, language = 'en'): Translate<C> {
  const plurals = new Intl.PluralRules(language)
  return (key, ...[values = {}]: [Record<string, string | number>?]) => {
    const text = choosePluralForm(catalogue[key] as CatalogueEntry, values['count'], plurals)
    return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder))
  }
}

function choosePluralForm(
  entry: CatalogueEntry,
  count: string | number | undefined,
  plurals: Intl.PluralRules,
): string {
  if (typeof entry === 'string') return entry
  return plurals.select(Number(count)) === 'one' ? entry.one : entry.other
}
