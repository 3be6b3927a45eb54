import { PassThrough, Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { MediaStore } from '@meadow/media'
import {
  EXPORT_PAGE_SIZE,
  EXPORTING_SERVICES,
  type ExportingService,
  escapeHtml,
  renderExportDocument,
  toExportPageName,
  toExportPartPath,
  toReadableName,
} from '@meadow/members'
import { extract } from 'tar-stream'
import { ZipFile } from 'yazl'
import { type ClaimedExport, type ExportedPart, toExportZipPath } from './export.ts'

const SERVICE_TITLES: Record<ExportingService, string> = {
  auth: 'Account and sign-in',
  social: 'Profile and people',
  posts: 'Posts',
  chat: 'Messages',
  notify: 'Notifications',
}

type PackExportDeps = {
  exportFiles: Pick<MediaStore, 'open' | 'put'>
  /** Called after each file, such as to keep a claim. */
  onFile?: () => Promise<void>
}

/**
 * Packs the parts of an export and a page that lists them into one zip, and stores it. Memory does not grow with the size: each file goes
 * from its part into the zip. Returns the size of the zip in bytes. @throws Error if a part is missing
 */
export async function packExport(
  { exportFiles, onFile }: PackExportDeps,
  { folder, account, parts }: Pick<ClaimedExport, 'folder' | 'account' | 'parts'>,
  time: Date,
): Promise<number> {
  const zip = new ZipFile()
  const output = zip.outputStream.pipe(new PassThrough())
  zip.on('error', (error: Error) => output.destroy(error))

  async function fill(): Promise<void> {
    await addFile('index.html', Readable.from([renderIndex(account.username, parts, time)]))
    for (const service of EXPORTING_SERVICES) await addPart(service)
    zip.end()
  }

  async function addPart(service: ExportingService): Promise<void> {
    await using part = await exportFiles.open(toExportPartPath(folder, service))
    if (!part) throw new Error(`The part of ${service} is missing`)
    const files = extract()
    const content = part.read()
    content.on('error', (error) => files.destroy(error))
    content.pipe(files as unknown as NodeJS.WritableStream)
    for await (const file of files) await addFile(file.header.name, Readable.from(file))
  }

  /** Adds a file, and waits until the zip has it, so that one file is open at a time. */
  async function addFile(name: string, content: Readable): Promise<void> {
    zip.addReadStream(content, name, { mtime: time })
    await finished(content)
    await onFile?.()
  }

  const path = toExportZipPath(folder)
  const endZip = (error: Error) => {
    output.destroy(error) // ends the other side as well
    throw error
  }
  const stored = exportFiles.put(path, output, 'application/zip')
  const ends = await Promise.allSettled([fill().catch(endZip), stored.catch(endZip)])
  const failure = ends.find((end) => end.status === 'rejected')
  if (failure) throw failure.reason
  await using file = await exportFiles.open(path)
  return file?.size ?? 0
}

/** Renders the first page of an export: what each service has, with links to its pages. */
function renderIndex(username: string, parts: readonly ExportedPart[], time: Date): string {
  const counts = new Map(parts.map((part) => [part.service, part.counts]))
  const sections = EXPORTING_SERVICES.map((service) => {
    const kinds = Object.entries(counts.get(service) ?? {}).filter(([, count]) => count > 0)
    const items = kinds.map(([kind, count]) => `<li>${renderKind(service, kind, count)}</li>`).join('\n')
    return `<h2>${SERVICE_TITLES[service]}</h2><ul>${items || '<li>Nothing</li>'}</ul>`
  })
  return renderExportDocument(
    'Your data on Meadow',
    `<p>@${escapeHtml(username)}, ${time.toUTCString()}. Every page is also there as JSON, for other programs.</p>
${sections.join('\n')}`,
  )
}

function renderKind(service: ExportingService, kind: string, count: number): string {
  const pages = Array.from({ length: Math.ceil(count / EXPORT_PAGE_SIZE) }, (_, index) => index + 1)
  const links = pages.map((number) => {
    const text = pages.length === 1 ? toReadableName(kind) : `${toReadableName(kind)} ${number}`
    return `<a href="${escapeHtml(toExportPageName(service, kind, number))}.html">${escapeHtml(text)}</a>`
  })
  return `${links.join(' · ')} (${count})`
}
