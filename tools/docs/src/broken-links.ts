import { dirname, join, normalize } from 'node:path'
import GithubSlugger from 'github-slugger'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { toString as toText } from 'mdast-util-to-string'
import { visit } from 'unist-util-visit'

type Page = { links: string[]; paths: string[]; headings: ReadonlySet<string> }

/** Words in code that can only mean a file or folder of ours: a slash inside, and an ending or a slash last. */
const PATH = /^\w[\w.-]*(?:\/[\w.-]+)+(?:\.(?:tsx?|[mc]?js|json|md|sql|css|html|ya?ml|sh)|\/)$/

/**
 * Every link and path of the pages that leads nowhere, a sentence each. `files` are all there are, by their paths from the
 * root; `texts` are those in Markdown. Other sites are not asked. A path may be said as seen from the page's folder, the
 * `src` in it, or the root.
 */
export function brokenLinks(files: readonly string[], texts: ReadonlyMap<string, string>): string[] {
  const there = new Set(files.flatMap(withFolders))
  const pages = new Map([...texts].map(([file, text]) => [file, readPage(text)]))
  const isThere = (...parts: string[]) => there.has(normalize(join(...parts)).replace(/\/$/, ''))

  const leads = (link: string, from: string): boolean => {
    if (/^[a-z]+:/.test(link)) return true
    const [path = '', anchor] = link.split('#')
    const to = path === '' ? from : normalize(join(dirname(from), path))
    return isThere(to) && (anchor === undefined || (pages.get(to)?.headings.has(anchor) ?? false))
  }
  const names = (path: string, from: string): boolean =>
    [dirname(from), join(dirname(from), 'src'), '.'].some((folder) => isThere(folder, path))

  return [...pages].flatMap(([file, { links, paths }]) => [
    ...links.filter((link) => !leads(link, file)).map((link) => `${file}: the link ${link} leads nowhere`),
    ...paths.filter((path) => !names(path, file)).map((path) => `${file}: there is no ${path}`),
  ])
}

/** What a page of Markdown points at, and what of it can be pointed at. */
function readPage(text: string): Page {
  const page = { links: [] as string[], paths: [] as string[], headings: new Set<string>() }
  const slugger = new GithubSlugger()
  visit(fromMarkdown(text), (node) => {
    if (node.type === 'link' || node.type === 'image' || node.type === 'definition') page.links.push(node.url)
    if (node.type === 'html') page.links.push(...linksOfHtml(node.value))
    if (node.type === 'inlineCode' && PATH.test(node.value)) page.paths.push(node.value)
    if (node.type === 'heading') page.headings.add(slugger.slug(toText(node)))
  })
  return page
}

const linksOfHtml = (html: string): string[] =>
  [...html.matchAll(/\b(?:src|srcset|href)="([^"]+)"/g)].map(([, link = '']) => link)

/** A file and all folders above it. */
function withFolders(file: string): string[] {
  const folder = dirname(file)
  return folder === '.' ? [file] : [file, ...withFolders(folder)]
}
