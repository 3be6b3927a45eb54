import { useOutboxEntries } from '@meadow/web'
import { publishPostAction } from '../../posts/publish-post-action.ts'

/** Returns the ids of the drafts whose posts wait in the outbox. The server deletes them with the publication. */
export const useWaitingDraftIds = (): readonly string[] =>
  useOutboxEntries(publishPostAction).flatMap(({ data }) => data.draft?.id ?? [])
