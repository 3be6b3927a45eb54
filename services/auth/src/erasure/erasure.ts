import { createHash } from 'node:crypto'
import { type CallResponse, type calls, type DomainEvent, events } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import type { ErasedCounts } from '@meadow/members'
import type { Account } from '../accounts/account.ts'
import { type MailContext, toErasedReason, type WaitingMail } from '../mail/mail.ts'
import type { EventStamp } from '../sessions/session.ts'

/** The services that confirm what they have removed of an erased member. */
export const ERASING_SERVICES = ['auth', 'social', 'posts', 'notify', 'chat'] as const

const DAY_MS = 86_400_000
/** A receipt can be read for as long as the id of the erased member is kept. */
const RECEIPT_RETENTION_MS = 90 * DAY_MS
/** A part that a service has not confirmed by then is reported. */
const OVERDUE_AFTER_MS = 7 * DAY_MS

/** The confirmation of a service: the numbers of rows that it removed of an erased member. */
export type ErasedPart = { service: string; counts: ErasedCounts; erasedAt: Date }
/** An erased account. `receiptId` is the secret of the link to its receipt. */
export type Erasure = { memberId: string; receiptId: string; erasedAt: Date }

/** Plans the erasure of an account. `mailContext` is undefined if no mail is sent. */
export function planErasure(
  account: Account,
  mailContext: MailContext | undefined,
  { receiptId, eventId, time }: EventStamp & { receiptId: string },
): { erasure: Erasure; event: DomainEvent; mail: WaitingMail | undefined } {
  const { _id: memberId, email, keepsMessages, version } = account
  const event = createEvent(events.memberErased, {
    source: 'auth',
    subject: memberId,
    id: eventId,
    time,
    data: { accountVersion: version + 1, ...(keepsMessages && { keepsMessages }) },
  })
  const mail = mailContext && {
    ...mailContext,
    reason: toErasedReason(receiptId),
    kind: 'account_erased' as const,
    accountId: undefined,
    recipient: email,
    requestedAt: time,
  }
  return { erasure: { memberId, receiptId, erasedAt: time }, event, mail }
}

/** Hashes the username of an erased account, so that nobody gets it again and the store does not have it. */
export const hashErasedUsername = (username: string): Buffer => createHash('sha256').update(username).digest()

/** Converts an erasure to its receipt. A service that has not confirmed has no time. */
export function toReceiptView(
  { erasedAt }: Erasure,
  parts: readonly ErasedPart[],
): CallResponse<typeof calls.getReceipt>['receipt'] {
  const confirmed = new Map(parts.map((part) => [part.service, part]))
  return {
    erasedAt: erasedAt.toISOString(),
    isComplete: ERASING_SERVICES.every((service) => confirmed.has(service)),
    parts: ERASING_SERVICES.map((service) => {
      const part = confirmed.get(service)
      return { service, erasedAt: part?.erasedAt.toISOString() ?? null, counts: part?.counts ?? {} }
    }),
  }
}

/** Returns the times before which receipts are deleted, and missing parts are overdue. */
export const toErasureDeadlines = (now: Date): { receiptsBefore: Date; overdueBefore: Date } => ({
  receiptsBefore: new Date(now.getTime() - RECEIPT_RETENTION_MS),
  overdueBefore: new Date(now.getTime() - OVERDUE_AFTER_MS),
})

/** Stores erasures and their receipts. */
export type ErasureRepository = {
  /**
   * Erases one account whose grace has ended, with all that belongs to it, and stores its event and the mail with the receipt, in one
   * transaction. Returns false if there is none that no other instance erases.
   */
  eraseDue(
    now: Date,
    plan: (account: Account, mailContext: MailContext | undefined) => ReturnType<typeof planErasure>,
  ): Promise<boolean>
  findReceipt(receiptId: string): Promise<{ erasure: Erasure; parts: ErasedPart[] } | undefined>
  /** Counts the parts that are missing for longer than they may, by service. */
  countOverdue(overdueBefore: Date): Promise<Record<(typeof ERASING_SERVICES)[number], number>>
  deleteReceipts(before: Date): Promise<void>
}

/** Stores what services confirm, in the transaction of the consumer. */
export type ErasedPartStore = {
  /** Stores a part. The first confirmation of a service stays: a replay has less to remove. Ignores unknown members. */
  add(memberId: string, part: ErasedPart): Promise<void>
}
