import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { foldText, type Migrations, type Queryable } from '@meadow/storage'

/** Stored texts, texts that are searched for, and whether these find them, in every search on every store. */
export const FOLDING_CASES: readonly (readonly [stored: string, searched: string, isFound: boolean])[] = [
  ['Łukasz Żak', 'lukasz zak', true],
  ['lukasz zak', 'Łukasz Żak', true],
  ['Søren', 'soren', true],
  ['Soren', 'SØREN', true],
  ['Groß', 'gross', true],
  ['Gross', 'groß', true],
  ['Straße', 'STRASSE', true],
  ['STRASSE', 'straße', true],
  ['STRAẞE', 'straße', true],
  ['Æsir', 'aesir', true],
  ['Aesir', 'æsir', true],
  ['Ǽlfric', 'aelfric', true],
  ['Œuvre', 'oeuvre', true],
  ['Işık', 'isik', true],
  ['ISIK', 'ışık', true],
  ['İstanbul', 'istanbul', true],
  ['istanbul', 'İSTANBUL', true],
  ['Đorđe', 'dorde', true],
  ['Ħamrun', 'hamrun', true],
  ['Ŋaba', 'naba', true],
  ['Þór', 'thor', true],
  ['Guðrún', 'gudrun', true],
  ['O’Brien', "o'brien", true],
  ["O'Brien", 'O’Brien', true],
  ['O´Brien', "o'brien", true],
  ['Anne‑Marie', 'anne-marie', true],
  ['“Dot” Hale', '"dot"', true],
  ['ﬁnley', 'finley', true],
  ['Finley', 'ﬁnley', true],
  ['Ｗｉｄｅ', 'wide', true],
  ['Wide', 'ｗｉｄｅ', true],
  ['ΟΔΥΣΣΕΥΣ', 'οδυσσεύς', true],
  ['Ёлкина', 'елкина', true],
  ['Лев', 'lev', false],
  ['Mueller', 'müller', false],
  ['が', 'か', true], // a mark of its own in Unicode: the text without it is a part of the text
  ['か', 'が', false],
  ['한국', '한국', true],
  ['한국', '하국', false],
  ['हिन्दी', 'हिन्दी', true],
  ['हिन्दी', 'हन्द', false],
  ['น้ำใส', 'น้ำ', true],
  ['น้ำใส', 'นำ', false],
  ['محمد', 'محمد', true],
  ['李明', '李', true],
]

const [FIRST_SURROGATE, LAST_SURROGATE] = [0xd800, 0xdfff]
const LAST_CODE_POINT = 0x2ffff // no letters are beyond
const CODE_POINTS_PER_STATEMENT = 0x1000 // a statement has a time limit

/**
 * Returns the texts that the database folds differently from `foldText`: each character that its Unicode version knows,
 * between capitals and small letters with an accent.
 */
export async function listFoldingDifferences(database: Queryable): Promise<string[]> {
  const differences: string[] = []
  for (let first = 1; first <= LAST_CODE_POINT; first += CODE_POINTS_PER_STATEMENT) {
    const { rows } = await database.query<{ text: string; folded: string }>(
      `select text, folded(text) from (
         select 'ΑΣ' || chr(code) || 'aΣ' || U&'\\0301' as text from generate_series($1::integer, $2::integer) code
         where code not between ${FIRST_SURROGATE} and ${LAST_SURROGATE} and unicode_assigned(chr(code))
       ) texts`,
      [first, Math.min(first + CODE_POINTS_PER_STATEMENT - 1, LAST_CODE_POINT)],
    )
    differences.push(...rows.filter(({ text, folded }) => foldText(text) !== folded).map(({ text }) => text))
  }
  return differences
}

/** Makes the SQL function `folded` that of the first versions, which did not fold letters such as 'ł'. */
export async function foldAsBefore(database: Queryable): Promise<void> {
  await database.query(`create or replace function folded(name text) returns text language sql immutable parallel safe strict
    return lower(regexp_replace(normalize(name, NFKD), '[\\u0300-\\u036f]', '', 'g'))`)
}

/** Runs migration files again. */
export async function runMigrationFilesAgain(database: Queryable, { dir }: Migrations, files: string[]): Promise<void> {
  for (const file of files) await database.query(await readFile(join(dir, `${file}.sql`), 'utf8'))
}
