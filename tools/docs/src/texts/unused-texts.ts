import type { TextCatalogue } from './catalogues.ts'

/**
 * Returns a problem for each text that no source of its front end or package uses. A key is used if it is written as a
 * string, or if a template such as `status.${value}` can build it.
 */
export function findUnusedTexts(catalogues: readonly TextCatalogue[], sources: ReadonlyMap<string, string>): string[] {
  const catalogueFiles = new Set(catalogues.map(({ file }) => file))
  const codeFiles = [...sources].filter(([path]) => !catalogueFiles.has(path))
  return catalogues.flatMap(({ file, folder, entries }) => {
    const code = codeFiles.filter(([path]) => path.startsWith(`${folder}/`)).map(([, text]) => text)
    const strings = new Set(code.flatMap((text) => [...text.matchAll(/'([\w.-]+)'/g)].map(([, key]) => key)))
    const prefixes = [
      ...new Set(code.flatMap((text) => [...text.matchAll(/`([\w.-]+)\$\{/g)].map(([, start]) => start))),
    ]
    const isUsed = (key: string) => strings.has(key) || prefixes.some((start) => start && key.startsWith(start))
    return [...entries.keys()].filter((key) => !isUsed(key)).map((key) => `${file}: no source uses '${key}'`)
  })
}
