/** The forms of a text in English. Other languages have up to six, which `Intl.PluralRules` names. */
type PluralForms = { one: string; other: string }
type Catalogue = Record<string, string | PluralForms>

/** The texts of a catalogue in another language: a text by its key, and each form of a plural by its key and name (`likes_few`). */
export type Translation = { language: string; texts: Readonly<Record<string, string>> }

type Names<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never
type NamesOf<E> = E extends string
  ? Names<E>
  : E extends PluralForms
    ? Exclude<Names<E['one' | 'other']>, 'count'>
    : never

/** A value of a placeholder. A list is joined as the language does: 'Ann, Ben, and Cleo'. */
type Value = string | number | readonly string[]
type PluralCount<E> = E extends PluralForms ? { count: number } : unknown

/** The values of a text: none for a plain one, else one for each `{name}`, and a number `count` for a plural. */
type Values<E> = [E extends PluralForms ? 'count' : NamesOf<E>] extends [never]
  ? []
  : [values: Record<NamesOf<E>, Value> & PluralCount<E>]

/** Returns the text of a key: `t('greeting', { name })`. */
export type Translate<C extends Catalogue> = <K extends keyof C>(key: K, ...values: Values<C[K]>) => string

/**
 * Creates the texts of a front end, a feature or the mails. An entry is a text with `{name}` placeholders, or `{ one, other }`, chosen by `count`:
 * `createTexts({ greeting: 'Hello, {name}', likes: { one: '{count} like', other: '{count} likes' } })`. What `translation` lacks is
 * in English. A list is joined as the language does, a number has neither separators nor decimals.
 */
export function createTexts<const C extends Catalogue>(catalogue: C, translation?: Translation): Translate<C> {
  const plurals = new Intl.PluralRules(translation?.language ?? 'en')
  return (key, ...[values = {}]: [Record<string, Value>?]) => {
    const form = plurals.select(Number(values['count']))
    const entry = catalogue[key] as Catalogue[string]
    const isPlural = typeof entry !== 'string'
    const english = isPlural ? entry[form === 'one' ? form : 'other'] : entry
    const text = translation?.texts[isPlural ? `${String(key)}_${form}` : (key as string)] ?? english
    return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
      const value = values[name] ?? placeholder
      return typeof value === 'object'
        ? new Intl.ListFormat(translation?.language ?? 'en').format(value)
        : String(value)
    })
  }
}
