import { expect, it } from '@jest/globals'
import { createQueryClient, type OutboxEntry } from '@meadow/web'
import { DRAFTS_KEY, type DraftActionData, postDraftAction } from './post-draft-action.ts'

const changedAt = '2026-01-01T10:00:00.000Z'
const view = { _id: 'd1', content: 'Stored', pictures: [], commentAudience: 'everyone', changedAt }
const draft = { content: 'Hills', pictures: [], settings: { language: 'de' } }

it('uploads the pictures that the server does not have, then stores the draft', () => {
  const [hill, lake] = [new File(['...'], 'hill.png'), new File(['...'], 'lake.png')] as const
  const pictures = [
    { file: hill, alt: '', url: '/media/p/a/hill' },
    { file: lake, alt: 'A lake' },
  ]
  const { requests, files } = postDraftAction.plan({ id: 'd1', changedAt, draft: { ...draft, pictures } }, 'e1')
  expect(files).toEqual([lake])
  expect(requests).toMatchObject([
    { call: 'POST /media' },
    {
      call: 'PUT /posts/drafts/:id',
      params: { id: 'd1' },
      body: {
        content: 'Hills',
        language: 'de',
        pictures: [
          { url: '/media/p/a/hill', alt: '' },
          { url: { fromRequest: 0, path: 'secure_url' }, alt: 'A lake' },
        ],
        changedAt,
      },
    },
  ])
})

it('a deletion replaces a change that waits, and members are told of neither', () => {
  const [change, deletion] = [
    postDraftAction.plan({ id: 'd1', changedAt, draft }, 'e1'),
    postDraftAction.plan({ id: 'd1', changedAt }, 'e2'),
  ]
  expect(deletion).toEqual({
    lane: 'draft d1',
    replaceKey: change.replaceKey,
    requests: [{ call: 'DELETE /posts/drafts/:id', params: { id: 'd1' }, query: { changedAt } }],
  })
  expect(change.description).toBeUndefined()
})

it('changes the list that is loaded', () => {
  const cache = createQueryClient()
  const entry = { data: { id: 'd1', changedAt } } as OutboxEntry<DraftActionData>
  postDraftAction.settle(cache, entry, { draft: view })
  expect(cache.getQueryData(DRAFTS_KEY)).toBeUndefined()
  cache.setQueryData(DRAFTS_KEY, { drafts: [{ ...view, content: 'Before' }] })
  postDraftAction.settle(cache, entry, { draft: view })
  expect(cache.getQueryData(DRAFTS_KEY)).toEqual({ drafts: [view] })
  postDraftAction.settle(cache, entry, {})
  expect(cache.getQueryData(DRAFTS_KEY)).toEqual({ drafts: [] })
})
