type Plural = { one: string; other: string }
type Entry = string | Plural
type Catalogue = Record<string, Entry>

type Names<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never
type NamesOf<E> = E extends string ? Names<E> : E extends Plural ? 'count' | Names<E['one'] | E['other']> : never

/** Nothing for a plain text; else a value for each `{name}`, and `count` where the text has a plural. */
type Values<E> = [NamesOf<E>] extends [never] ? [] : [values: Record<NamesOf<E>, string | number>]

/** Says the text of a catalogue's key: `t('greeting', { name })`. */
export type Say<C extends Catalogue> = <K extends keyof C>(key: K, ...values: Values<C[K]>) => string

/**
 * The words of a front end. An entry is a text with `{name}` places, or `{ one, other }`, chosen by `count`:
 * `createTexts({ greeting: 'Hello, {name}', likes: { one: '{count} like', other: '{count} likes' } })`.
 */
export function createTexts<const C extends Catalogue>(catalogue: C, language = 'en'): Say<C> {
  const plurals = new Intl.PluralRules(language)
  return (key, ...[values = {}]: [Record<string, string | number>?]) => {
    const text = choose(catalogue[key] as Entry, values['count'], plurals)
    return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place))
  }
}

function choose(entry: Entry, count: string | number | undefined, plurals: Intl.PluralRules): string {
  if (typeof entry === 'string') return entry
  return plurals.select(Number(count)) === 'one' ? entry.one : entry.other
}
