import { createUuid, type OutboxKind, useOutbox, useOutboxEntries } from '@meadow/web'
import { useEffect, useRef, useState } from 'react'
import { setForeground } from './foreground-entries.ts'
import { RefusedActionError } from './refused-action-error.ts'

/** `isSent`: the server has responded; otherwise the action waits in the outbox. `heldEntryId`: it is held, and can be taken back. */
export type ActionResult<Response> = { isSent: true; response: Response } | { isSent: false; heldEntryId?: string }

/**
 * Performs actions of a form that waits for the server while it can be reached. `perform` throws a RefusedActionError after a
 * refusal, and an AbortError after a cancel: then the action has left the outbox, because the form has what was written.
 */
export function useForegroundAction<Data, Response>(kind: OutboxKind<Data, Response>) {
  const outbox = useOutbox()
  const entries = useOutboxEntries()
  const [performedId, setPerformedId] = useState<string>()
  const latestId = useRef<string>(undefined)
  useEffect(
    () => () => {
      if (latestId.current) setForeground(latestId.current, false) // it goes on without its form
    },
    [],
  )

  return {
    async perform(data: Data): Promise<ActionResult<Response>> {
      const id = createUuid()
      latestId.current = id
      setForeground(id, true)
      setPerformedId(id)
      try {
        const added = outbox.add(kind, data, id)
        const entry = await added.stored // an error of the browser is shown by the form
        if (entry?.notBeforeMs !== undefined) return { isSent: false, heldEntryId: entry.id }
        const outcome = await added.outcome
        if (outcome.type === 'sent') return { isSent: true, response: outcome.response as Response }
        if (outcome.type === 'waiting') return { isSent: false }
        if (outcome.type === 'cancelled') throw new DOMException('The action was cancelled', 'AbortError')
        if (kind.onRefusal !== 'drop') await outbox.discard(id)
        throw new RefusedActionError(outcome.entry)
      } finally {
        setForeground(id, false)
        setPerformedId(undefined)
      }
    },
    /** Cancels the action, and its upload. */
    cancel: () => void (performedId && outbox.discard(performedId)),
    /** The uploaded share of the files, from 0 to 1; undefined while nothing is uploaded. */
    uploadShare: entries.find(({ id }) => id === performedId)?.progress,
  }
}
