import { ERRORS } from '@meadow/contracts'

/** The sources of services, the gateway, and their packages. */
const SERVER_SOURCE =
  /^(?:(?:services|packages)\/)?(auth|social|posts|notify|chat|gateway|service|storage|events|members|media)\/src\//

/** Returns the services and packages that use each error code. `texts` are sources by path. */
export function findErrorCodeUsers(texts: ReadonlyMap<string, string>): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, Set<string>>(Object.keys(ERRORS).map((code) => [code, new Set()]))
  for (const [path, text] of texts) {
    const [, owner = ''] = SERVER_SOURCE.exec(path) ?? []
    for (const [, word = ''] of text.matchAll(/'([a-z_]+)'/g)) found.get(word)?.add(owner)
  }
  return new Map([...found].map(([code, owners]) => [code, [...owners].toSorted()]))
}

export const isServerSource = (path: string): boolean => SERVER_SOURCE.test(path) && /(?<!\.test)\.ts$/.test(path)
