import { cutText } from '@meadow/contracts/visible-text'
import type { SharedContent } from '@meadow/web/member-database'

const MAX_TEXT_LENGTH = 5_000
const MAX_FILES = 10

/** Reads the form of the share target, whose fields are named in the manifest. The composer says which files are no pictures. */
export function readSharedForm(form: FormData, nowMs: number): SharedContent {
  const readText = (name: 'title' | 'text' | 'url') => {
    const value = form.get(name)
    return typeof value === 'string' && value.trim() !== '' ? { [name]: cutText(value.trim(), MAX_TEXT_LENGTH) } : {}
  }
  const files = form
    .getAll('pictures')
    .filter((value) => typeof value !== 'string')
    .slice(0, MAX_FILES) as File[]
  return { ...readText('title'), ...readText('text'), ...readText('url'), files, receivedAtMs: nowMs }
}
