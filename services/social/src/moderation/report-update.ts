import { type DomainEvent, events } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import { DomainError } from '@meadow/service'
import type { Report } from '../reports/report.ts'
import { type AuditEntry, assertNotInvolved, toFieldError } from './decision.ts'

/** A change by the moderator `by` to an open report before there is a decision. Undefined fields stay unchanged. */
type ReportUpdate = {
  reportId: string
  by: string
  at: Date
  isAssigned: boolean | undefined
  isHidden: boolean | undefined
  note: string | undefined
}

/** The changed reports, the named one first, with the events and the entries of the audit log. */
export type ReportUpdatePlan = { reports: [Report, ...Report[]]; events: DomainEvent[]; entries: AuditEntry[] }

const HIDEABLE_KINDS: readonly Report['kind'][] = ['post', 'comment']

/**
 * Plans a change of the assigned moderator, the note, or the visibility of the content. `reports` are the named one and all other open
 * ones about the same, which get the moderator and the visibility of the named one, because one decision closes all of them. Unchanged
 * values have no event and no entry of the audit log.
 * @throws report_not_found; report_closed; forbidden to reporters and the reported; invalid_request if the content cannot be hidden
 */
export function planReportUpdate(
  reports: readonly Report[],
  { reportId, by, at, isAssigned, isHidden, note }: ReportUpdate,
  newId: () => string,
): ReportUpdatePlan {
  const named = reports.find(({ _id }) => _id === reportId)
  if (!named) throw new DomainError('report_not_found')
  if (named.status !== 'open') throw new DomainError('report_closed')
  assertNotInvolved(reports, by)
  if (isHidden && !HIDEABLE_KINDS.includes(named.kind)) {
    throw toFieldError('isHidden', 'Only posts and comments can be hidden')
  }
  const assignedTo = isAssigned === undefined ? named.assignedTo : isAssigned ? by : null
  const hiddenAt = isHidden === undefined ? named.hiddenAt : isHidden ? (named.hiddenAt ?? at) : null
  const isVisibilityChanged = (hiddenAt === null) !== (named.hiddenAt === null)
  const actions = [
    ...(assignedTo === named.assignedTo ? [] : [assignedTo ? 'report.assign' : 'report.unassign']),
    ...(isVisibilityChanged ? [hiddenAt ? 'report.hide' : 'report.show'] : []),
    ...(note === undefined || note === named.note ? [] : ['report.note']),
  ]
  const update = (report: Report): Report => ({ ...report, assignedTo, hiddenAt, note: note ?? report.note })
  const others = reports.filter((report) => report !== named && report.status === 'open')
  return {
    reports: [update(named), ...others.map(update)],
    events: isVisibilityChanged ? [toHiddenEvent(named, hiddenAt !== null, { id: newId(), time: at })] : [],
    entries: actions.map((action) => ({
      _id: newId(),
      at,
      actorId: by,
      action,
      reportId,
      memberId: named.reportedId,
      details: { rule: '', note: action === 'report.note' ? (note ?? '') : '' },
    })),
  }
}

const toHiddenEvent = (
  { _id, kind, targetId, reportedId }: Report,
  isHidden: boolean,
  stamp: { id: string; time: Date },
): DomainEvent =>
  createEvent(events.reportContentHidden, {
    source: 'social',
    subject: _id,
    ...stamp,
    data: { kind, targetId, reportedId, isHidden },
  })
