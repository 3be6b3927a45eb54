import 'fake-indexeddb/auto'
import { beforeEach, expect, it } from '@jest/globals'
import { storeSession } from '../session/stored-session.ts'
import { draftFiles } from './draft-files.ts'

const files = [{ file: { name: 'hill.png' } as File, alt: 'A hill' }] // Jest's DOM has no files that can be stored

beforeEach(() => storeSession('a-token', 'ann'))

it('returns the stored files of a draft to its member only', async () => {
  await draftFiles.write('ann', 'post-draft', files)
  expect(await draftFiles.read('ann', 'post-draft')).toEqual(files)
  expect(await draftFiles.read('kofi', 'post-draft')).toEqual([])
  expect(await draftFiles.read('ann', 'another-draft')).toEqual([])
})

it('returns none after the draft was emptied', async () => {
  await draftFiles.write('ann', 'post-draft', files)
  await draftFiles.write('ann', 'post-draft', [])
  expect(await draftFiles.read('ann', 'post-draft')).toEqual([])
})

it('does not store the files of a member who is signed out already', async () => {
  await draftFiles.write('kofi', 'late-draft', files)
  storeSession('a-token', 'kofi')
  expect(await draftFiles.read('kofi', 'late-draft')).toEqual([])
})

it('returns none if the browser stores nothing', async () => {
  const { indexedDB: factory } = globalThis
  Object.assign(globalThis, { indexedDB: undefined })
  await draftFiles.write('ann', 'post-draft', files)
  expect(await draftFiles.read('ann', 'post-draft')).toEqual([])
  Object.assign(globalThis, { indexedDB: factory })
})
