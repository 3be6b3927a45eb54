import { runInNewContext } from 'node:vm'

/** An entry of a text catalogue: one text, or the forms of a plural. */
export type CatalogueEntry = string | { one: string; other: string }

/** The texts that one front end or package shows, or a part of it that has its own texts. */
export type TextCatalogue = {
  /** Path of the file from the root. */
  file: string
  /** Path of the folder whose sources use the texts. */
  folder: string
  entries: ReadonlyMap<string, CatalogueEntry>
}

const CATALOGUE_FILE_PATTERN = /^((?:frontends|packages|services)\/.+)\/(?:[a-z-]+-)?texts\.ts$/
/** The object literal of `createTexts`, which ends at the start of a line. A translation may follow. */
const CATALOGUE_PATTERN = /createTexts\(\s*(\{\n[\s\S]*?\n *\})(?:,\s*\w+,?\s*)?\)/

/** Finds the catalogues among source texts by path, in the order of their paths. */
export const findTextCatalogues = (sources: ReadonlyMap<string, string>): TextCatalogue[] =>
  [...sources]
    .flatMap(([file, source]) => {
      const folder = CATALOGUE_FILE_PATTERN.exec(file)?.[1]?.replace(/\/src$/, '')
      const literal = CATALOGUE_PATTERN.exec(source)?.[1]
      return folder && literal ? [{ file, folder, entries: evaluateCatalogue(literal) }] : []
    })
    .toSorted((one, other) => (one.file < other.file ? -1 : 1))

const evaluateCatalogue = (literal: string): TextCatalogue['entries'] =>
  new Map(Object.entries(runInNewContext(`(${literal})`) as Record<string, CatalogueEntry>))

/** Returns true for files whose texts the catalogue page needs: the sources of front ends and packages, not their tests. */
export const isTextSource = (file: string): boolean =>
  /^(?:frontends|packages|services)\/[^/]+\/src\/.*\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\//.test(file)
