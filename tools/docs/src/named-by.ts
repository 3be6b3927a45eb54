import { ERRORS } from '@meadow/contracts'

/** The sources that answer calls: services, the gateway, and the packages that run beside them. */
const SOURCE =
  /^(?:(?:services|packages)\/)?(auth|social|posts|notify|chat|gateway|service|storage|events|members|media)\/src\//

/** By error code, the services and packages whose sources name it. `texts` are sources by path. */
export function namedBy(texts: ReadonlyMap<string, string>): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, Set<string>>(Object.keys(ERRORS).map((code) => [code, new Set()]))
  for (const [path, text] of texts) {
    const [, owner = ''] = SOURCE.exec(path) ?? []
    for (const [, word = ''] of text.matchAll(/'([a-z_]+)'/g)) found.get(word)?.add(owner)
  }
  return new Map([...found].map(([code, owners]) => [code, [...owners].toSorted()]))
}

export const answersCalls = (path: string): boolean => SOURCE.test(path) && /(?<!\.test)\.ts$/.test(path)
