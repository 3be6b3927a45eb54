import { expect, it } from '@jest/globals'
import { readSharedForm } from './register-share-target.ts'

const createForm = (fields: Record<string, string>, files: File[] = []) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  for (const file of files) form.append('pictures', file)
  return form
}

it('keeps the texts and the pictures', () => {
  const picture = new File(['hills'], 'hills.png', { type: 'image/png' })
  const form = createForm({ title: ' Hills ', text: '', url: 'https://example.org/' }, [picture])
  const { files, ...texts } = readSharedForm(form, 7)
  expect(texts).toEqual({ title: 'Hills', url: 'https://example.org/', receivedAtMs: 7 })
  expect(files).toHaveLength(1)
})

it('keeps files that are no pictures, of which the composer tells the member', () => {
  const program = new File(['run'], 'run.sh', { type: 'text/x-sh' })
  const empty = new File([], 'empty.png', { type: 'image/png' })
  expect(readSharedForm(createForm({}, [program, empty]), 7).files).toHaveLength(2)
})

it('cuts long texts and many pictures', () => {
  const pictures = Array.from({ length: 12 }, () => new File(['x'], 'x.png', { type: 'image/png' }))
  const content = readSharedForm(createForm({ text: 'a'.repeat(6_000) }, pictures), 7)
  expect([content.text?.length, content.files.length]).toEqual([5_000, 10])
})
