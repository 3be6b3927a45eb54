import { publishPostAction } from '@meadow/features'
import { useOutboxEntries } from '@meadow/web'

/** Returns the ids of the drafts whose posts wait in the outbox. The server deletes them with the publication. */
export const useWaitingDraftIds = (): readonly string[] =>
  useOutboxEntries(publishPostAction).flatMap(({ data }) => data.draft?.id ?? [])
