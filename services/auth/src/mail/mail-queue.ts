import type { ClaimedMail, WaitingMail } from './mail.ts'

/** The mails that wait. Time is an argument: instances use the clock of the store. */
export type MailQueue = {
  /** Stores a mail, unless one waits or was sent for its reason within an hour. Returns true if it is stored. */
  add(mail: WaitingMail): Promise<boolean>
  /**
   * Claims mails whose next attempt is due, oldest first: no other sender gets them within an hour. A process that dies during an
   * attempt leaves the mail to that time, because it may have been sent.
   */
  claimDue(now: Date, limit: number): Promise<ClaimedMail[]>
  /** Records that the mail server has accepted a mail. */
  markSent(reason: string, at: Date): Promise<void>
  /** Schedules the next attempt of a claimed mail. */
  retry(reason: string, at: Date): Promise<void>
  /** Deletes a mail that will not be sent. */
  drop(reason: string): Promise<void>
  /** Counts the waiting mails. `oldest` is the time at which the oldest one was asked for. */
  measureBacklog(): Promise<{ length: number; oldest: Date | undefined }>
  /** Deletes a batch of mails that were sent more than an hour before `now`. Returns true if there may be more. */
  deleteSent(now: Date): Promise<boolean>
  /** Calls `listener` after each commit of this process that adds a mail. */
  onAdded(listener: () => void): Disposable
}
