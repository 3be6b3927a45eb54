import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The files of a module-federation remote without which none of its pages renders (tools/build/webpack/remote.mjs). */
const PAGE_FILE = /\/expose_remote\.\w+\.(js|css)$/
const LINK_TYPES: Partial<Record<string, string>> = { js: 'script', css: 'style' }

/**
 * Creates a function that returns the `Link` header of a remote's entry. By it a browser loads the code of the remote's pages
 * while the shell loads and starts, which asks for it only when it runs. Undefined without a build.
 */
export function createPreloadReader(dist: string): () => string | undefined {
  const file = join(dist, 'release.json')
  let known: { modifiedMs: number; link: string | undefined } | undefined
  return () => {
    const modifiedMs = statSync(file, { throwIfNoEntry: false })?.mtimeMs
    if (modifiedMs === undefined) return undefined
    if (known?.modifiedMs !== modifiedMs) known = { modifiedMs, link: toLink(JSON.parse(readFileSync(file, 'utf8'))) }
    return known.link
  }
}

function toLink({ files = [] }: { files?: string[] }): string | undefined {
  const links = files.flatMap((path) => {
    const type = LINK_TYPES[PAGE_FILE.exec(path)?.[1] ?? '']
    return type ? `<${path}>; rel=preload; as=${type}; fetchpriority=low` : []
  })
  return links.join(', ') || undefined
}
