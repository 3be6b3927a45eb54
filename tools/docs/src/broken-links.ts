import { dirname, join, normalize } from 'node:path'
import GithubSlugger from 'github-slugger'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { toString as toText } from 'mdast-util-to-string'
import { visit } from 'unist-util-visit'

type MarkdownPage = { links: string[]; paths: string[]; headings: ReadonlySet<string> }

/** Matches code that is a path of a file or folder: it has a slash, and ends with an extension or a slash. */
const CODE_PATH = /^\w[\w.-]*(?:\/[\w.-]+)+(?:\.(?:tsx?|[mc]?js|json|md|sql|css|html|ya?ml|sh)|\/)$/

/**
 * Returns a message for each broken link, and for each path in code that does not exist. `files` are all files by their path
 * from the root; `texts` are the Markdown files. External links are not checked. A path may be relative to the folder of
 * the page, its `src`, or the root.
 */
export function findBrokenLinks(files: readonly string[], texts: ReadonlyMap<string, string>): string[] {
  const existing = new Set(files.flatMap(withFolders))
  const pages = new Map([...texts].map(([file, text]) => [file, readPage(text)]))
  const exists = (...parts: string[]) => existing.has(normalize(join(...parts)).replace(/\/$/, ''))

  const isValidLink = (link: string, from: string): boolean => {
    if (/^[a-z]+:/.test(link)) return true
    const [path = '', anchor] = link.split('#')
    const to = path === '' ? from : normalize(join(dirname(from), path))
    return exists(to) && (anchor === undefined || (pages.get(to)?.headings.has(anchor) ?? false))
  }
  const isValidPath = (path: string, from: string): boolean =>
    [dirname(from), join(dirname(from), 'src'), '.'].some((folder) => exists(folder, path))

  return [...pages].flatMap(([file, { links, paths }]) => [
    ...links.filter((link) => !isValidLink(link, file)).map((link) => `${file}: the link ${link} is broken`),
    ...paths.filter((path) => !isValidPath(path, file)).map((path) => `${file}: ${path} does not exist`),
  ])
}

/** Parses the links, paths and headings of a Markdown page. */
function readPage(text: string): MarkdownPage {
  const page = { links: [] as string[], paths: [] as string[], headings: new Set<string>() }
  const slugger = new GithubSlugger()
  visit(fromMarkdown(text), (node) => {
    if (node.type === 'link' || node.type === 'image' || node.type === 'definition') page.links.push(node.url)
    if (node.type === 'html') page.links.push(...findHtmlLinks(node.value))
    if (node.type === 'inlineCode' && CODE_PATH.test(node.value)) page.paths.push(node.value)
    if (node.type === 'heading') page.headings.add(slugger.slug(toText(node)))
  })
  return page
}

const findHtmlLinks = (html: string): string[] =>
  [...html.matchAll(/\b(?:src|srcset|href)="([^"]+)"/g)].map(([, link = '']) => link)

/** Returns a file and all its parent folders. */
function withFolders(file: string): string[] {
  const folder = dirname(file)
  return folder === '.' ? [file] : [file, ...withFolders(folder)]
}
