import type { DomainEvent } from '@meadow/contracts'
import type { LEGAL_NOTICES } from '@meadow/contracts/limits'
import { DomainError } from '@meadow/service'
import { createInstallationEvent } from '../roles/installation-event.ts'

export type LegalNotice = (typeof LEGAL_NOTICES)[number]
/** A version of a notice. `text` is Markdown. */
export type LegalVersion = { _id: string; notice: LegalNotice; text: string; changedAt: Date }

/** A text by the admin `by`. `basedOn` is the version that they edited, null for the text that Meadow brings. */
type LegalChange = Omit<LegalVersion, '_id'> & {
  by: string
  basedOn: string | null
  versionId: string
  eventId: string
}

/** Plans a new version of a notice, with its event. @throws legal_notice_changed if the admin has not seen the newest version */
export function planLegalChange(
  newestId: string | undefined,
  { by, basedOn, versionId, eventId, ...change }: LegalChange,
): { version: LegalVersion; event: DomainEvent } {
  if (basedOn !== (newestId ?? null)) throw new DomainError('legal_notice_changed')
  const update = { action: `legal.${change.notice}`, by, note: '' } as const
  const event = createInstallationEvent(update, versionId, { eventId, time: change.changedAt })
  return { version: { _id: versionId, ...change }, event }
}

/** Stores the versions of the notices. */
export type LegalVersionRepository = {
  /** Returns a version of a notice, or without `id` the newest one. */
  find(notice: LegalNotice, id?: string): Promise<LegalVersion | undefined>
  /** Lists the newest versions of a notice. */
  list(notice: LegalNotice, limit: number): Promise<Pick<LegalVersion, '_id' | 'changedAt'>[]>
  /** Adds the version that `plan` returns for the newest one, with its event. One at a time: a second admin is refused by `plan`. */
  add(
    notice: LegalNotice,
    plan: (newestId: string | undefined) => ReturnType<typeof planLegalChange>,
  ): Promise<LegalVersion>
}
