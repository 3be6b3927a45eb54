import { describe, expect, it } from '@jest/globals'
import { type RunGit, readPreviousDocument } from '../src/documents/previous-document.ts'

/** Creates a git whose commands have these results; all others fail. */
const createGit =
  (results: Record<string, string>): RunGit =>
  async (_folder, ...args) =>
    results[args.join(' ')]

const file = '/repository/documents/x.json'
const inClone = { 'rev-parse HEAD': 'c3', [`ls-files --full-name ${file}`]: 'documents/x.json' }

describe('the document before the current change', () => {
  it('is the one where a branch left main', async () => {
    const git = createGit({ ...inClone, 'merge-base main HEAD': 'c1', 'show c1:documents/x.json': '{}' })
    expect(await readPreviousDocument(file, git)).toBe('{}')
  })

  it('is the one of the previous commit on main', async () => {
    const git = createGit({ ...inClone, 'merge-base main HEAD': 'c3', 'show HEAD^:documents/x.json': '{}' })
    expect(await readPreviousDocument(file, git)).toBe('{}')
  })

  it('is unknown in a clone without history, for a new document, and outside of a clone', async () => {
    expect(await readPreviousDocument(file, createGit(inClone))).toBeUndefined()
    expect(await readPreviousDocument(file, createGit({ 'rev-parse HEAD': 'c3' }))).toBeUndefined()
    expect(await readPreviousDocument(file, createGit({}))).toBeUndefined()
  })
})
