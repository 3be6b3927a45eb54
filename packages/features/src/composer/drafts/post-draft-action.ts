import type { PostDraftView } from '@meadow/contracts/browser'
import { type OutboxKind, type QueryClient, registerOutboxKind } from '@meadow/web'
import { createUpload } from '../../pictures/create-upload.ts'
import type { PublishedPicture, PublishedSettings } from '../../posts/publish-post-action.ts'

export const DRAFTS_KEY = ['post-drafts'] as const
type DraftsResponse = { drafts: PostDraftView[] }

/** A version of a draft to be stored; without `draft` it is to be deleted. */
export type DraftActionData = {
  id: string
  changedAt: string
  draft?: { content: string; pictures: readonly PublishedPicture[]; settings: PublishedSettings }
}

/**
 * Stores or deletes a draft on the server. Only the newest change of a draft waits. Members need not know of it: the draft is on this
 * device, too. The composer handles refusals (`useDraftSync`).
 */
export const postDraftAction: OutboxKind<DraftActionData, { draft?: PostDraftView }> = {
  name: 'post-draft',
  plan({ id, changedAt, draft }) {
    const place = { lane: `draft ${id}`, replaceKey: `draft ${id}` }
    const params = { id }
    if (!draft) return { ...place, requests: [{ call: 'DELETE /posts/drafts/:id', params, query: { changedAt } }] }
    const { content, pictures } = draft
    const { linkWithoutPreview: _, ...settings } = draft.settings // it is kept on this device
    const uploads = pictures.filter(({ url }) => url === undefined)
    return {
      ...place,
      files: uploads.map(({ file }) => file),
      requests: [
        ...uploads.map((_, file) => createUpload('post', file)),
        {
          call: 'PUT /posts/drafts/:id',
          params,
          body: {
            content,
            pictures: pictures.map((picture) => ({
              url: picture.url ?? { fromRequest: uploads.indexOf(picture), path: 'secure_url' },
              alt: picture.alt,
            })),
            ...settings,
            changedAt,
          },
        },
      ],
    }
  },
  getSubject: ({ data: { id } }) => `draft ${id}`,
  settle: (cache, { data: { id } }, { draft }) => replaceCachedDraft(cache, id, draft),
}
registerOutboxKind(postDraftAction)

/** Replaces a draft in the cached list, or removes it. Does nothing before the list is loaded. */
function replaceCachedDraft(cache: QueryClient, id: string, draft: PostDraftView | undefined): void {
  cache.setQueryData<DraftsResponse>(
    DRAFTS_KEY,
    (known) => known && { drafts: [...(draft ? [draft] : []), ...known.drafts.filter(({ _id }) => _id !== id)] },
  )
}
